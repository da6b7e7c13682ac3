package io.proteus.controller.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All that is wrong with a file, in the order of its lines. */
final class Problems {
  /** The line of a problem without a line, such as a missing key. */
  static final int NOWHERE = Integer.MAX_VALUE;

  private final String source;
  private final boolean lines;
  private final List<Problem> all = new ArrayList<>();

  private record Problem(int line, String sentence, boolean together) {}

  /**
   * @param source what errors call the file
   * @param lines whether errors say in which line they are
   */
  Problems(String source, boolean lines) {
    this.source = source;
    this.lines = lines;
  }

  /** How many there are so far. */
  int count() {
    return all.size();
  }

  void add(int line, String sentence) {
    all.add(new Problem(line, sentence, false));
  }

  /** Notes values that contradict each other although each is valid. */
  void addTogether(int line, String sentence) {
    all.add(new Problem(line, sentence, true));
  }

  /** Refuses invalid values; contradictions between valid values pass. */
  void refuseEach() throws InvalidConfiguration {
    refuse(all.stream().filter(problem -> !problem.together()).toList());
  }

  void refuse() throws InvalidConfiguration {
    refuse(all);
  }

  private void refuse(List<Problem> some) throws InvalidConfiguration {
    if (!some.isEmpty()) {
      throw new InvalidConfiguration(
          some.stream()
              .sorted(Comparator.comparingInt(Problem::line))
              .map(this::shown)
              .distinct()
              .toList());
    }
  }

  private String shown(Problem problem) {
    return problem.line() == NOWHERE || !lines
        ? "%s: %s".formatted(source, problem.sentence())
        : "%s:%d: %s".formatted(source, problem.line(), problem.sentence());
  }
}
