package io.proteus.simulator.input;

import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What values of a scenario have to be; else an error names the key, the value and what it wants.
 */
public final class Wanted {
  private Wanted() {}

  /**
   * @throws InvalidValue unless it holds
   */
  public static void that(boolean holds, String key, String wanted, @Nullable Object got) {
    if (!holds) {
      throw new InvalidValue(
          "%s: want %s, got %s.".formatted(key, wanted, got == null ? "none" : got));
    }
  }

  public static void given(String key, @Nullable Object value) {
    that(value != null, key, "a value", null);
  }

  /** A fault from a moment on, for a while. */
  public static void spell(String fault, Duration at, Duration lasts) {
    given(fault + ".at", at);
    over0(fault + ".lasts", lasts);
  }

  public static void over0(String key, @Nullable Duration value) {
    that(value != null && !value.isZero() && !value.isNegative(), key, "a time over 0", value);
  }

  public static void over0(String key, double value) {
    that(value > 0 && Double.isFinite(value), key, "over 0", value);
  }

  public static void notNegative(String key, double value) {
    that(value >= 0 && Double.isFinite(value), key, "0 or more", value);
  }

  public static void share(String key, double value) {
    that(value >= 0 && value <= 1, key, "0 to 1", value);
  }

  /** Of a node or a partition: they are counted from 0. */
  public static void number(String key, int value) {
    that(value >= 0, key, "0 or more, as they are counted from 0", value);
  }
}
