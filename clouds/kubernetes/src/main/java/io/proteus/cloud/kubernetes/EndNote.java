package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which pod of an ordinal an order ended. It is an annotation of what says how many pods there are
 * to be, written with their number, so that the order, given once more, is known to be carried out
 * although another pod has the name by then.
 *
 * @param token of the step that asked
 * @param uid of the pod; empty where it was not made yet
 */
record EndNote(String token, String uid) {
  private static final String OF_POD = "proteus-ended-";
  private static final int WORDS = 2;

  static EndNote of(String token, @Nullable Pod pod) {
    return new EndNote(token, pod == null ? "" : pod.getMetadata().getUid());
  }

  /** The annotations that say so of a pod, in place of those of its start. */
  Map<String, @Nullable String> on(int ordinal) {
    Map<String, @Nullable String> annotations = new HashMap<>(StartNote.off(ordinal));
    annotations.put(OF_POD + ordinal, "%s|%s".formatted(token, uid));
    return annotations;
  }

  /** What is noted of an ordinal; empty where Proteus ended none of its pods. */
  static Optional<EndNote> read(WantedPods wanted, int ordinal) {
    String note = wanted.annotations().get(OF_POD + ordinal);
    String[] words = note == null ? new String[0] : note.split("\\|", WORDS);
    return words.length < WORDS ? Optional.empty() : Optional.of(new EndNote(words[0], words[1]));
  }

  /** Whether an order with this token ended another pod than this one. */
  boolean isOfAnother(String order, @Nullable Pod pod) {
    return token.equals(order) && (uid.isEmpty() || !uid.equals(of(order, pod).uid()));
  }
}
