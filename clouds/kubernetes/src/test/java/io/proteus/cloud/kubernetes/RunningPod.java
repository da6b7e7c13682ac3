package io.proteus.cloud.kubernetes;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A pod whose process runs.
 *
 * @param settings with which it was started
 * @param volume the folder of its claim, which outlives the pod; empty where it has none
 */
public record RunningPod(
    String name, String uid, Map<String, String> settings, Optional<Path> volume) {

  /** Without a volume. */
  RunningPod(String name, String uid, Map<String, String> settings) {
    this(name, uid, settings, Optional.empty());
  }
}
