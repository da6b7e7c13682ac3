package io.proteus.core.parameter;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Values that make sense, both ends included; an end that is null is open. */
public record Range(
    @Key(doc = "the least value") @Nullable BigDecimal min,
    @Key(doc = "the largest value") @Nullable BigDecimal max) {
  public static final Range ANY = new Range(null, null);

  public Range {
    if (min != null && max != null && min.compareTo(max) > 0) {
      throw new InvalidValue(
          "want min <= max, got %s and %s. Maybe they are swapped.".formatted(min, max));
    }
  }

  public boolean contains(BigDecimal value) {
    return (min == null || value.compareTo(min) >= 0) && (max == null || value.compareTo(max) <= 0);
  }

  /** As in {@code 0.1 to 0.8}, {@code 1 or more}. */
  public String shown(Unit unit) {
    if (min != null && max != null) {
      return unit.shown(min.toPlainString()) + " to " + unit.shown(max.toPlainString());
    }
    if (min != null) {
      return unit.shown(min.toPlainString()) + " or more";
    }
    return max == null ? "any" : unit.shown(max.toPlainString()) + " or less";
  }
}
