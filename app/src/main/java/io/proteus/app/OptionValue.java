package io.proteus.app;

import io.proteus.core.units.InvalidValue;
import java.util.function.Supplier;

/** What was given to options: where it cannot be, that is wrong usage, and names the option. */
public final class OptionValue {
  private OptionValue() {}

  /** Reads the value of an option. */
  public static <T> T of(String option, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (InvalidValue e) {
      throw new WrongUsage("%s: %s".formatted(option, e.getMessage()));
    }
  }

  /** The same for what is only checked. */
  public static void check(String option, Runnable check) {
    of(option, supplying(check));
  }

  /** The same for the values of several, of which a refusal names the option itself. */
  public static void check(Runnable check) {
    together(supplying(check));
  }

  /** Puts the values of several together, of which a refusal names the option itself. */
  public static <T> T together(Supplier<T> all) {
    try {
      return all.get();
    } catch (InvalidValue e) {
      throw new WrongUsage(String.valueOf(e.getMessage()));
    }
  }

  private static Supplier<Boolean> supplying(Runnable check) {
    return () -> {
      check.run();
      return true;
    };
  }
}
