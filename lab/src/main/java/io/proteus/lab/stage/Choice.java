package io.proteus.lab.stage;

import io.proteus.app.WrongUsage;
import java.util.List;
import java.util.function.Function;

/** The values of which an option names some. */
public final class Choice {
  private Choice() {}

  /**
   * The value of this name.
   *
   * @param option that it was given by, for the error
   */
  public static <T> T of(String option, String given, T[] values, Function<T, String> name) {
    List<T> all = List.of(values);
    return all.stream()
        .filter(value -> name.apply(value).equals(given))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongUsage(
                    "%s: want some of %s, got '%s'."
                        .formatted(option, all.stream().map(name).toList(), given)));
  }
}
