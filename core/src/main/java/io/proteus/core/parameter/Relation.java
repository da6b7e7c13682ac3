package io.proteus.core.parameter;

import io.proteus.core.setting.Key;
import java.util.Locale;

/**
 * Why a parameter is not set alone (PCM-7).
 *
 * @param parameter the other one's name
 * @param why a sentence
 */
public record Relation(
    @Key(doc = "how they hang together") Kind kind,
    @Key(doc = "the other parameter's name") String parameter,
    @Key(doc = "a sentence") String why) {
  /** How two parameters hang together. */
  public enum Kind {
    /** its right value follows from the other's: flush size from heap */
    DEPENDS_ON,
    /** both take from the same: cache and write buffer from the heap */
    COMPETES_WITH;

    /** As files write it: {@code depends-on}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
