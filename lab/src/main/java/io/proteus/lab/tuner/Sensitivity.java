package io.proteus.lab.tuner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which parameters matter, alone and in pairs (PCM-7).
 *
 * <p>One at a time from the defaults, at the ends of each range, with the defaults repeated among
 * them. A difference is an effect if a t-test on logarithms of rates, with the standard deviation
 * pooled over all repeats, finds it among all that are tested at a false discovery rate of 10 %
 * (Benjamini and Hochberg 1995).
 */
public final class Sensitivity {
  /** For people. */
  public static final String TEST =
      "Two-sided t-test on the logarithms of rates against the repeated defaults, with the standard"
          + " deviation pooled over everything that was measured more than once; alone at a false"
          + " discovery rate of 10 % (Benjamini and Hochberg), pairs and the comparison at 5 %.";

  static final double CHANCE = 0.05;
  private static final double FALSE_DISCOVERIES = 0.10;

  /** Below it an effect is not worth a search. */
  private static final double SMALL = Math.log(1.05);

  private final Space space;
  private final Evidence evidence;
  private final Noise noise;
  private final List<End> ends;

  /** What is known of a parameter. */
  public enum Verdict {
    /** an effect beyond noise */
    MATTERS,
    /** none beyond noise, but more than 5 % cannot be excluded */
    UNDECIDED,
    /** less than 5 %, if any */
    NO_EFFECT
  }

  /** A parameter at one of its ends. */
  private record End(int tunable, int level, Point point, double difference, Effect effect) {}

  private Sensitivity(Space space, Evidence evidence) {
    this.space = space;
    this.evidence = evidence;
    this.noise = evidence.noise();
    this.ends = judged(measuredEnds());
  }

  /** What these trials say. */
  public static Sensitivity of(Space space, List<Trial> trials) {
    return new Sensitivity(space, new Evidence(trials));
  }

  public Noise noise() {
    return noise;
  }

  /** Of every parameter at every end that was tried. */
  public List<Effect> effects() {
    return ends.stream().map(End::effect).toList();
  }

  private List<End> measuredEnds() {
    List<End> measured = new ArrayList<>();
    for (int i : space.asked()) {
      for (int level : space.tunable(i).ends()) {
        space
            .with(space.usual(), Map.of(i, level))
            .flatMap(point -> end(i, level, point))
            .ifPresent(measured::add);
      }
    }
    return measured;
  }

  private Optional<End> end(int tunable, int level, Point point) {
    Map<String, String> values = space.values(point);
    OptionalDouble there = evidence.mean(values);
    OptionalDouble usual = evidence.mean(space.usualValues());
    if (there.isEmpty() || usual.isEmpty()) {
      return Optional.empty();
    }
    double difference = there.getAsDouble() - usual.getAsDouble();
    double error = noise.error(evidence.of(values).size(), evidence.of(space.usualValues()).size());
    Tunable parameter = space.tunable(tunable);
    Map<String, String> gaveWay = new TreeMap<>(values);
    gaveWay.entrySet().removeAll(space.usualValues().entrySet());
    gaveWay.remove(parameter.name());
    return Optional.of(
        new End(
            tunable,
            level,
            point,
            difference,
            new Effect(
                parameter.name(),
                parameter.levels().get(level),
                gaveWay,
                Math.exp(difference),
                bound(difference, -noise.reach() * error),
                bound(difference, noise.reach() * error),
                noise.chance(difference, error),
                false,
                evidence.hasFailed(values))));
  }

  private static @Nullable Double bound(double difference, double reach) {
    return Double.isInfinite(reach) ? null : Math.exp(difference + reach);
  }

  /** Benjamini and Hochberg's step-up procedure. */
  private static List<End> judged(List<End> ends) {
    double[] chances = ends.stream().mapToDouble(end -> end.effect().chance()).sorted().toArray();
    double most = -1;
    for (int k = 0; k < chances.length; k++) {
      if (chances[k] <= FALSE_DISCOVERIES * (k + 1) / chances.length) {
        most = chances[k];
      }
    }
    double limit = most;
    return ends.stream()
        .map(
            end ->
                new End(
                    end.tunable(),
                    end.level(),
                    end.point(),
                    end.difference(),
                    end.effect().found(end.effect().chance() <= limit)))
        .toList();
  }

  /** Of every parameter that was asked about and tried. */
  public Map<String, Verdict> verdicts() {
    Map<String, Verdict> verdicts = new TreeMap<>();
    for (int i : space.asked()) {
      List<End> its = ends.stream().filter(end -> end.tunable() == i).toList();
      if (!its.isEmpty()) {
        verdicts.put(space.tunable(i).name(), verdict(its));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(List<End> its) {
    if (its.stream().anyMatch(end -> end.effect().significant())) {
      return Verdict.MATTERS;
    }
    return its.stream().allMatch(Sensitivity::isSmall) ? Verdict.NO_EFFECT : Verdict.UNDECIDED;
  }

  private static boolean isSmall(End end) {
    Double low = end.effect().low();
    Double high = end.effect().high();
    return low != null && high != null && Math.log(low) > -SMALL && Math.log(high) < SMALL;
  }

  /**
   * What is worth a search: the parameters that matter, and of the undecided ones those whose
   * better end came out above the defaults by more than one standard error.
   */
  Set<Integer> searched() {
    Set<Integer> searched = new TreeSet<>();
    Map<String, Verdict> verdicts = verdicts();
    for (End end : ends) {
      Verdict verdict = verdicts.getOrDefault(end.effect().parameter(), Verdict.NO_EFFECT);
      boolean promising = end.difference() > noise.sigma();
      if (verdict == Verdict.MATTERS || (verdict == Verdict.UNDECIDED && promising)) {
        searched.add(end.tunable());
      }
    }
    return searched;
  }

  /** The better end of each, by its place, where it is above the defaults. */
  Map<Integer, Integer> betterEnds(Set<Integer> tunables) {
    Map<Integer, Integer> better = new TreeMap<>();
    for (int i : tunables) {
      best(i)
          .filter(end -> end.difference() > 0)
          .ifPresent(end -> better.put(end.tunable(), end.level()));
    }
    return better;
  }

  private Optional<End> best(int tunable) {
    return ends.stream()
        .filter(end -> end.tunable() == tunable)
        .max(Comparator.comparingDouble(End::difference));
  }

  /** Two parameters at their better ends. */
  record Pair(int first, int second, Point point) {}

  /** Pairs of what is worth a search that tell something new, the weightiest first. */
  List<Pair> pairs() {
    Map<Integer, Double> weights = new HashMap<>();
    ends.forEach(end -> weights.merge(end.tunable(), Math.abs(end.difference()), Math::max));
    List<Integer> searched = new ArrayList<>(searched());
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < searched.size(); a++) {
      for (int b = a + 1; b < searched.size(); b++) {
        pair(searched.get(a), searched.get(b)).ifPresent(pairs::add);
      }
    }
    pairs.sort(
        Comparator.comparingDouble(
                (Pair pair) ->
                    weights.getOrDefault(pair.first(), 0.0)
                        + weights.getOrDefault(pair.second(), 0.0))
            .reversed());
    return pairs;
  }

  private Optional<Pair> pair(int first, int second) {
    Optional<End> one = best(first);
    Optional<End> other = best(second);
    if (one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    return space
        .with(space.usual(), Map.of(first, one.get().level(), second, other.get().level()))
        .filter(both -> !both.equals(one.get().point()) && !both.equals(other.get().point()))
        .map(both -> new Pair(first, second, both));
  }

  /**
   * Of those pairs that were tried. Which are worth it is for whoever chose them: with more trials
   * other ones may look so.
   */
  List<Interaction> interactions(List<Pair> chosen) {
    List<Interaction> interactions = new ArrayList<>();
    OptionalDouble usual = evidence.mean(space.usualValues());
    for (Pair pair : chosen) {
      OptionalDouble both = evidence.mean(space.values(pair.point()));
      Optional<End> one = end(pair.first(), pair.point());
      Optional<End> other = end(pair.second(), pair.point());
      if (both.isPresent() && usual.isPresent() && one.isPresent() && other.isPresent()) {
        interactions.add(
            interaction(pair, one.get(), other.get(), both.getAsDouble() - usual.getAsDouble()));
      }
    }
    return interactions;
  }

  /** The end that a parameter has in a pair. */
  private Optional<End> end(int tunable, Point pair) {
    return ends.stream()
        .filter(end -> end.tunable() == tunable && end.level() == pair.at(tunable))
        .findFirst();
  }

  private Interaction interaction(Pair pair, End one, End other, double both) {
    double beyond = both - one.difference() - other.difference();
    double squares = 0;
    for (Point point : List.of(pair.point(), one.point(), other.point(), space.usual())) {
      squares += 1.0 / Math.max(1, evidence.of(space.values(point)).size());
    }
    double error = noise.sigma() * Math.sqrt(squares);
    double chance = noise.chance(beyond, error);
    return new Interaction(
        one.effect().parameter(),
        one.effect().value(),
        other.effect().parameter(),
        other.effect().value(),
        Math.exp(beyond),
        bound(beyond, -noise.reach() * error),
        bound(beyond, noise.reach() * error),
        chance,
        chance < CHANCE);
  }
}
