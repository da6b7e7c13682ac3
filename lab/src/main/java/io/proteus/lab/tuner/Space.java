package io.proteus.lab.tuner;

import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Every setting that may be tried. Where a value does not go together with others, the parameters
 * that compete with it give way, step by step: a larger block cache takes from the memstores.
 */
public final class Space {
  private static final int DRAWS = 200;

  private final List<Tunable> tunables;
  private final int asked;
  private final Predicate<Map<String, String>> possible;

  /**
   * @param tunables the parameters that are asked about first, then those that only give way
   * @param asked how many are asked about
   * @param possible whether values go together, by the catalogue's rules
   * @throws InvalidValue if the defaults do not
   */
  public Space(List<Tunable> tunables, int asked, Predicate<Map<String, String>> possible) {
    this.tunables = List.copyOf(tunables);
    this.asked = asked;
    this.possible = possible;
    if (asked < 1 || asked > tunables.size()) {
      throw new InvalidValue("parameters: want at least one, got %d.".formatted(asked));
    }
    if (!isPossible(usual())) {
      throw new InvalidValue(
          "parameters: want defaults that go together, got %s.".formatted(values(usual())));
    }
  }

  public List<Tunable> tunables() {
    return tunables;
  }

  /** Places of the parameters that are asked about. */
  Set<Integer> asked() {
    return new TreeSet<>(IntStream.range(0, asked).boxed().toList());
  }

  Tunable tunable(int index) {
    return tunables.get(index);
  }

  /** The store's defaults. */
  Point usual() {
    return new Point(tunables.stream().map(Tunable::usual).toList());
  }

  /** Values by the names of their parameters, all of them. */
  Map<String, String> values(Point point) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < tunables.size(); i++) {
      values.put(tunables.get(i).name(), tunables.get(i).levels().get(point.at(i)));
    }
    return values;
  }

  /** The store's defaults by the names of their parameters. */
  public Map<String, String> usualValues() {
    return values(usual());
  }

  /** The point of these values; empty if one is none of its parameter's levels. */
  Optional<Point> point(Map<String, String> values) {
    List<Integer> levels = new ArrayList<>();
    for (Tunable tunable : tunables) {
      String value = values.get(tunable.name());
      int level = value == null ? -1 : tunable.levels().indexOf(value);
      if (level < 0) {
        return Optional.empty();
      }
      levels.add(level);
    }
    return Optional.of(new Point(levels));
  }

  /** The point with other levels of some parameters; empty where nothing else can give way. */
  Optional<Point> with(Point point, Map<Integer, Integer> wanted) {
    int[] levels = point.levels().stream().mapToInt(Integer::intValue).toArray();
    wanted.forEach((tunable, level) -> levels[tunable] = level);
    return fitted(levels, wanted.keySet());
  }

  private Optional<Point> fitted(int[] levels, Set<Integer> kept) {
    Point now = point(levels);
    while (!isPossible(now)) {
      int gives = whoGivesWay(levels, kept);
      if (gives < 0) {
        return Optional.empty();
      }
      levels[gives]--;
      now = point(levels);
    }
    return Optional.of(now);
  }

  private static Point point(int[] levels) {
    return new Point(IntStream.of(levels).boxed().toList());
  }

  /** The one with most to give. */
  private int whoGivesWay(int[] levels, Set<Integer> kept) {
    int best = -1;
    for (int i : kept) {
      for (int j = 0; j < levels.length; j++) {
        boolean gives =
            !kept.contains(j)
                && tunables.get(j).ordered()
                && levels[j] > 0
                && tunables.get(i).competitors().contains(tunables.get(j).name());
        if (gives && (best < 0 || levels[j] > levels[best])) {
          best = j;
        }
      }
    }
    return best;
  }

  private boolean isPossible(Point point) {
    return possible.test(values(point));
  }

  /** A point by chance, the parameters that are not searched at their defaults where they fit. */
  Point random(Set<Integer> searched, SplittableRandom random) {
    List<Integer> order = new ArrayList<>(searched);
    for (int draw = 0; draw < DRAWS; draw++) {
      int[] levels = usual().levels().stream().mapToInt(Integer::intValue).toArray();
      for (int i : searched) {
        levels[i] = random.nextInt(tunables.get(i).levels().size());
      }
      Optional<Point> drawn = fitted(levels, Set.of(order.get(random.nextInt(order.size()))));
      if (drawn.isPresent()) {
        return drawn.get();
      }
    }
    return usual();
  }

  /** Points that are one step of one searched parameter away; any word is a step. */
  List<Point> neighbours(Point point, Set<Integer> searched) {
    List<Point> neighbours = new ArrayList<>();
    for (int i : searched) {
      Tunable tunable = tunables.get(i);
      for (int level = 0; level < tunable.levels().size(); level++) {
        int away = Math.abs(level - point.at(i));
        if (away == 1 || (away > 1 && !tunable.ordered())) {
          with(point, Map.of(i, level)).ifPresent(neighbours::add);
        }
      }
    }
    return neighbours;
  }

  /** How many points there are, possible or not. */
  public double size() {
    return tunables.stream()
        .mapToDouble(tunable -> tunable.levels().size())
        .reduce(1, (a, b) -> a * b);
  }

  /** The values of every possible point, for spaces that are small enough to try them all. */
  public List<Map<String, String>> everything() {
    List<Map<String, String>> all = new ArrayList<>();
    int[] levels = new int[tunables.size()];
    int carry;
    do {
      Point point = point(levels);
      if (isPossible(point)) {
        all.add(values(point));
      }
      carry = levels.length - 1;
      while (carry >= 0 && ++levels[carry] == tunables.get(carry).levels().size()) {
        levels[carry--] = 0;
      }
    } while (carry >= 0);
    return all;
  }
}
