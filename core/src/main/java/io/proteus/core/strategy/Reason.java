package io.proteus.core.strategy;

import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import org.jspecify.annotations.Nullable;

/**
 * Why something is or is not done.
 *
 * @param code for programs
 * @param sentence for operators, with the figures
 * @param setting the setting that would change the verdict; null when no setting would
 */
public record Reason(ReasonCode code, Sentence sentence, @Nullable String setting) {
  /**
   * The sentence with code and setting: {@code COOLDOWN: the last action ended 60 s ago
   * [guards.cooldown]}.
   */
  public Sentence whole() {
    return setting == null
        ? Sentence.of("%s: %s", code, sentence)
        : Sentence.of("%s: %s [%s]", code, sentence, setting);
  }

  /** The reason in the words of a store. */
  public String in(Words words) {
    return whole().in(words);
  }

  /** The reason in core's own words. */
  @Override
  public String toString() {
    return in(Words.NEUTRAL);
  }
}
