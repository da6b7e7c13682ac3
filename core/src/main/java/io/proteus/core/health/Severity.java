package io.proteus.core.health;

import java.util.Locale;

/** How bad a finding is; the worst comes first. */
public enum Severity {
  /** requests are not answered, data may be lost, or nobody may act where somebody has to */
  ERROR,
  /** the cluster serves worse than it could, or will after the next restart */
  WARNING,
  /** nobody could look, so nobody says that it is fine */
  UNKNOWN,
  /** worth knowing; it may be meant so */
  NOTE;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
