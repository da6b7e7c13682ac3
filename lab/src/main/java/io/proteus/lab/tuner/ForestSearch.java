package io.proteus.lab.tuner;

import io.proteus.lab.tuner.Forest.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Where to look next: where a random forest expects the largest improvement (Hutter and others
 * 2011, SMAC); and now and then, as the forest may be wrong and sees no slope between two levels,
 * one step from the best so far.
 */
final class ForestSearch {
  private static final int DRAWN = 600;
  private static final int BEST_LOOKED_AROUND = 5;
  private static final int ASIDE_EACH = 3;
  private static final double LEAST_DEVIATION = 1e-6;
  private static final NormalDistribution NORMAL = new NormalDistribution();

  private final Space space;
  private final Set<Integer> searched;
  private final Evidence evidence;
  private final SplittableRandom random;
  private final Set<Point> seen = new HashSet<>();

  /**
   * @param searched places of the parameters that are varied
   */
  ForestSearch(Space space, Set<Integer> searched, Evidence evidence, long seed) {
    this.space = space;
    this.searched = searched;
    this.evidence = evidence;
    this.random = new SplittableRandom(seed);
    evidence.settings().forEach(values -> space.point(values).ifPresent(seen::add));
  }

  /**
   * The next point.
   *
   * @param first tried before any other
   * @param step how many steps of the search came before
   * @return empty when every point that can be drawn was tried
   */
  Optional<Point> next(Optional<Point> first, int step) {
    if (step == 0 && first.isPresent() && !seen.contains(first.get())) {
      return first;
    }
    Set<Point> candidates = candidates();
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    if (step % ASIDE_EACH == ASIDE_EACH - 1) {
      return Optional.of(aside(candidates));
    }
    Forest forest = forest();
    double best =
        seen.stream()
            .mapToDouble(point -> forest.predict(features(point)).mean())
            .max()
            .orElse(Double.NEGATIVE_INFINITY);
    return candidates.stream()
        .max(
            Comparator.comparingDouble(
                point -> improvement(forest.predict(features(point)), best)));
  }

  /** Not tried yet: by chance, and around the best so far. */
  private Set<Point> candidates() {
    Set<Point> candidates = new LinkedHashSet<>();
    for (int i = 0; i < DRAWN; i++) {
      candidates.add(space.random(searched, random));
    }
    best()
        .limit(BEST_LOOKED_AROUND)
        .forEach(point -> candidates.addAll(space.neighbours(point, searched)));
    candidates.removeAll(seen);
    return candidates;
  }

  /** The settings tried, the highest mean first. */
  private Stream<Point> best() {
    return evidence.settings().stream()
        .sorted(
            Comparator.comparingDouble(
                    (Map<String, String> values) ->
                        evidence.mean(values).orElse(Double.NEGATIVE_INFINITY))
                .reversed())
        .flatMap(values -> space.point(values).stream());
  }

  /** A step from the best so far that was not taken yet, else anywhere. */
  private Point aside(Set<Point> candidates) {
    List<Point> near =
        best()
            .limit(1)
            .flatMap(point -> space.neighbours(point, searched).stream())
            .filter(candidates::contains)
            .toList();
    return near.isEmpty() ? candidates.iterator().next() : near.get(random.nextInt(near.size()));
  }

  private Forest forest() {
    List<double[]> features = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    for (Map<String, String> values : evidence.settings()) {
      space
          .point(values)
          .ifPresent(
              point ->
                  evidence
                      .of(values)
                      .forEach(
                          rate -> {
                            features.add(features(point));
                            rates.add(rate);
                          }));
    }
    return Forest.of(features, rates, random.nextLong());
  }

  /** A place in its range for what is ordered, yes or no for each word. */
  private double[] features(Point point) {
    List<Double> features = new ArrayList<>();
    for (int i = 0; i < space.tunables().size(); i++) {
      Tunable tunable = space.tunable(i);
      int last = tunable.levels().size() - 1;
      if (tunable.ordered()) {
        features.add(point.at(i) / (double) last);
      } else {
        for (int level = 0; level <= last; level++) {
          features.add(level == point.at(i) ? 1.0 : 0.0);
        }
      }
    }
    return features.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Expected improvement (Jones, Schonlau and Welch 1998). */
  static double improvement(Prediction prediction, double best) {
    double deviation = Math.max(LEAST_DEVIATION, prediction.deviation());
    double away = (prediction.mean() - best) / deviation;
    return (prediction.mean() - best) * NORMAL.cumulativeProbability(away)
        + deviation * NORMAL.density(away);
  }
}
