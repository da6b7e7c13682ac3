package io.proteus.core.units;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Many names in a sentence that stays readable. */
public final class Few {
  private static final int NAMED = 5;

  private Few() {}

  /** All names in order, or the first ones and how many more there are. */
  public static String of(Collection<?> names) {
    List<String> sorted = names.stream().map(Object::toString).sorted().toList();
    String first = sorted.stream().limit(NAMED).collect(Collectors.joining(", "));
    return sorted.size() <= NAMED
        ? first
        : "%s and %d more".formatted(first, sorted.size() - NAMED);
  }
}
