package io.proteus.controller.configuration;

import java.util.Locale;

/** How far a running plan is held back, the least first. */
public enum Brake {
  /** it runs as it was planned */
  OFF,
  /** one step at a time */
  SLOW,
  /** no step begins */
  PAUSE,
  /** the plan ends, and its changes stay */
  END,
  /** the plan ends, and its changes are put back */
  PUT_BACK;

  /** The word in settings, journals and documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The level of a word; the plan runs as planned where a later version wrote another word. */
  public static Brake of(String word) {
    for (Brake brake : values()) {
      if (brake.word().equals(word)) {
        return brake;
      }
    }
    return OFF;
  }

  /** This, or the other where it holds back less. */
  public Brake atMost(Brake other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
