package io.proteus.core.parameter;

import java.util.Locale;

/**
 * Why a parameter is not set alone (PCM-7).
 *
 * @param parameter the other one's name
 * @param why a sentence
 */
public record Relation(Kind kind, String parameter, String why) {
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
