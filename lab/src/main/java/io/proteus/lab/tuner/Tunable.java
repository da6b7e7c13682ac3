package io.proteus.lab.tuner;

import io.proteus.core.units.InvalidValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A parameter that trials may set.
 *
 * @param name as the catalogue has it
 * @param levels the values that are tried, as the store takes them; ascending where they are
 *     ordered
 * @param usual which of them is the store's default
 * @param ordered whether there is a less and a more; words have none
 * @param competitors names of parameters that take from the same (PCM-7) and give way where a value
 *     of this one does not go together with theirs
 */
public record Tunable(
    String name, List<String> levels, int usual, boolean ordered, Set<String> competitors) {
  private static final int MOST_LEVELS = 64;

  public Tunable {
    levels = List.copyOf(levels);
    competitors = Set.copyOf(competitors);
    if (levels.size() < 2
        || levels.size() > MOST_LEVELS
        || new HashSet<>(levels).size() != levels.size()) {
      throw new InvalidValue(
          "%s: want 2 to %d different levels, got %s.".formatted(name, MOST_LEVELS, levels));
    }
    if (usual < 0 || usual >= levels.size()) {
      throw new InvalidValue(
          "%s: want its default among its levels, got place %d of %s."
              .formatted(name, usual, levels));
    }
  }

  public String usualValue() {
    return levels.get(usual);
  }

  /** What is tried alone: both ends where there are any, else every other word. */
  List<Integer> ends() {
    return ordered
        ? IntStream.of(0, levels.size() - 1).filter(end -> end != usual).boxed().toList()
        : IntStream.range(0, levels.size()).filter(level -> level != usual).boxed().toList();
  }
}
