package io.proteus.core.parameter;

import io.proteus.core.setting.Key;
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
    @Key(doc = "short, without dots") String name,
    @Key(doc = "how bad it is") Severity severity,
    @Key(doc = "over parameters by name; true where they contradict", kind = "formula") String when,
    @Key(doc = "a sentence with names of parameters in braces", kind = "placeholders") String says,
    @Key(doc = "who says so") String source) {
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
