package io.proteus.core.parameter;

import java.util.Locale;

/**
 * Values that do not go together.
 *
 * @param name short, without dots
 * @param when formula over parameters by name; true where they contradict
 * @param says a sentence; names of parameters in braces stand for their values
 * @param source who says so
 */
public record Contradiction(
    String name, Severity severity, String when, String says, String source) {
  /** How bad it is. */
  public enum Severity {
    /** the store does not start, stops taking writes, or loses data */
    ERROR,
    /** it works, worse than it could */
    WARNING;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
