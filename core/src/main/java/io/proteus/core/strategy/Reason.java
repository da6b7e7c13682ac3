package io.proteus.core.strategy;

import org.jspecify.annotations.Nullable;

/**
 * Why something is or is not done.
 *
 * @param code for programs
 * @param sentence for operators, with the figures
 * @param setting the setting that would change the verdict; null when no setting would
 */
public record Reason(ReasonCode code, String sentence, @Nullable String setting) {
  /** As operators see it: {@code COOLDOWN: the last action ended 60 s ago [guards.cooldown]}. */
  @Override
  public String toString() {
    return setting == null
        ? "%s: %s".formatted(code, sentence)
        : "%s: %s [%s]".formatted(code, sentence, setting);
  }
}
