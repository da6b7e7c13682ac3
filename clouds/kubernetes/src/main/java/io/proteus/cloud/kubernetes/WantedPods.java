package io.proteus.cloud.kubernetes;

import java.util.Map;

/**
 * How many pods there are to be, as the StatefulSet says, or the resource whose operator makes it.
 *
 * @param annotations with the notes of starts and ends
 * @param version of what says so
 */
record WantedPods(int replicas, Map<String, String> annotations, String version) {
  WantedPods {
    annotations = Map.copyOf(annotations);
  }

  /** Whether both say the same, whatever else has changed. */
  boolean isAs(WantedPods other) {
    return replicas == other.replicas && annotations.equals(other.annotations);
  }
}
