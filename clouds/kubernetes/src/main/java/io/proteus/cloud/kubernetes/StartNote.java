package io.proteus.cloud.kubernetes;

import io.proteus.core.port.MachineTags;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who started a pod and when. It is an annotation of what says how many pods there are to be, as a
 * pod's own would be lost when the pod is made anew.
 *
 * @param token of the step that asked; empty where none did
 * @param plan that asked; empty where none did
 */
record StartNote(Instant at, String token, String plan) {
  private static final String OF_POD = "proteus-pod-";
  private static final int WORDS = 3;

  /** The annotations that say so of a pod. */
  Map<String, @Nullable String> on(int ordinal) {
    Map<String, @Nullable String> annotations = new HashMap<>();
    annotations.put(OF_POD + ordinal, "%s|%s|%s".formatted(at, token, plan));
    return annotations;
  }

  /** The annotations of a pod, to be taken off. */
  static Map<String, @Nullable String> off(int ordinal) {
    Map<String, @Nullable String> annotations = new HashMap<>();
    annotations.put(OF_POD + ordinal, null);
    return annotations;
  }

  /** What is noted of a pod; empty where Proteus did not start it, or somebody rewrote the note. */
  static Optional<StartNote> read(WantedPods wanted, int ordinal) {
    String note = wanted.annotations().get(OF_POD + ordinal);
    if (note == null) {
      return Optional.empty();
    }
    String[] words = note.split("\\|", WORDS);
    try {
      return words.length < WORDS
          ? Optional.empty()
          : Optional.of(new StartNote(Instant.parse(words[0]), words[1], words[2]));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Whether it is what is noted of a pod. */
  boolean isOn(WantedPods wanted, int ordinal) {
    return read(wanted, ordinal).filter(this::equals).isPresent();
  }

  Map<String, String> tags(String cluster) {
    return new MachineTags(cluster, plan, token).asMap();
  }
}
