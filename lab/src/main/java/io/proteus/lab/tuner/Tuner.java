package io.proteus.lab.tuner;

import io.proteus.core.units.InvalidValue;
import io.proteus.lab.tuner.Sensitivity.Pair;
import io.proteus.lab.tuner.Trial.Purpose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * What to try next, from what was tried: first each parameter alone with the defaults in between,
 * then pairs of those that matter, then a search over these, then the best ones again, and last a
 * comparison that has not chosen its winner itself. Where there is nothing left to learn, as every
 * point of a small space was tried and is known well, the comparison comes at once. The same trials
 * and the same seed always give the same next one, so a run that was stopped goes on as if it had
 * not been.
 */
public final class Tuner {
  /** The subject of a comparison's default, and of its result. */
  public static final String DEFAULTS = "default";

  public static final String RESULT = "tuned";

  /** So many ends lie between two baselines. */
  private static final int ENDS_EACH_BASELINE = 3;

  private static final int LEAST_SEARCH = 3;
  private static final int SHARE_OF_PAIRS = 8;
  private static final int SHARE_OF_CONFIRMATION = 8;
  private static final int LEAST_CONFIRMATION = 2;

  /** A setting that was measured so often is known well. */
  private static final int MOST_MEASURED = 3;

  private final Space space;
  private final Settings settings;
  private final List<Proposal> screening;

  /**
   * How a run goes.
   *
   * @param trials at most, the comparison left out
   * @param seed of every draw
   * @param comparisons how often each side of the comparison is measured
   * @param references settings known before that the result is compared with, by name, all that is
   *     set by parameter's name
   */
  public record Settings(
      int trials, long seed, int comparisons, Map<String, Map<String, String>> references) {
    public Settings {
      references = Collections.unmodifiableMap(new LinkedHashMap<>(references));
      if (comparisons < 2) {
        throw new InvalidValue(
            "--compare: want 2 or more, so that there is a spread, got %d.".formatted(comparisons));
      }
    }
  }

  /**
   * @throws InvalidValue if there are too few trials for so many parameters
   */
  public Tuner(Space space, Settings settings) {
    this.space = space;
    this.settings = settings;
    this.screening = screening();
    int least = screening.size() + LEAST_SEARCH + confirmations();
    if (settings.trials() < least) {
      throw new InvalidValue(
          "--trials: want %d or more for these %d parameters (%d of them to see which matter), got %d. Maybe name fewer parameters."
              .formatted(least, space.asked().size(), screening.size(), settings.trials()));
    }
  }

  private int confirmations() {
    return Math.max(LEAST_CONFIRMATION, settings.trials() / SHARE_OF_CONFIRMATION);
  }

  private List<Proposal> screening() {
    List<Proposal> ends = new ArrayList<>();
    for (int i : space.asked()) {
      Tunable tunable = space.tunable(i);
      for (int level : tunable.ends()) {
        space
            .with(space.usual(), Map.of(i, level))
            .ifPresent(
                point ->
                    ends.add(
                        new Proposal(
                            Purpose.ALONE,
                            tunable.name() + " " + tunable.levels().get(level),
                            space.values(point))));
      }
    }
    Collections.shuffle(ends, new Random(settings.seed()));
    Proposal baseline = new Proposal(Purpose.BASELINE, DEFAULTS, space.usualValues());
    List<Proposal> all = new ArrayList<>();
    all.add(baseline);
    for (int i = 0; i < ends.size(); i++) {
      all.add(ends.get(i));
      if (i % ENDS_EACH_BASELINE == ENDS_EACH_BASELINE - 1 || i == ends.size() - 1) {
        all.add(baseline);
      }
    }
    return all;
  }

  /**
   * What to try next; empty when all is done.
   *
   * @param done every trial so far, in order
   */
  public Optional<Proposal> next(List<Trial> done) {
    List<Trial> own = own(done);
    int at = own.size();
    if (at < screening.size()) {
      return Optional.of(screening.get(at));
    }
    List<Trial> screened = own.subList(0, screening.size());
    Sensitivity sensitivity = Sensitivity.of(space, screened);
    Set<Integer> searched = sensitivity.searched();
    if (searched.isEmpty()) {
      return comparison(done);
    }
    List<Pair> pairs = sensitivity.pairs();
    int tried =
        Math.min(
            Math.min(pairs.size(), settings.trials() / SHARE_OF_PAIRS),
            settings.trials() - screening.size() - confirmations() - LEAST_SEARCH);
    if (at < screening.size() + tried) {
      Pair pair = pairs.get(at - screening.size());
      return Optional.of(
          new Proposal(
              Purpose.PAIR,
              space.tunable(pair.first()).name() + " + " + space.tunable(pair.second()).name(),
              space.values(pair.point())));
    }
    if (at < settings.trials() - confirmations()) {
      int step = at - screening.size() - tried;
      Optional<Point> next =
          new ForestSearch(space, searched, new Evidence(own), settings.seed() + at)
              .next(space.with(space.usual(), sensitivity.betterEnds(searched)), step);
      if (next.isPresent()) {
        return Optional.of(
            new Proposal(Purpose.SEARCH, "step " + (step + 1), space.values(next.get())));
      }
    }
    Optional<Map<String, String>> best =
        at < settings.trials() ? bestToMeasure(own) : Optional.empty();
    if (best.isPresent()) {
      return Optional.of(new Proposal(Purpose.CONFIRM, "the best so far", best.get()));
    }
    return comparison(done);
  }

  private static List<Trial> own(List<Trial> done) {
    return done.stream().filter(trial -> trial.purpose() != Purpose.COMPARE).toList();
  }

  /**
   * The highest mean among what is not known well yet; empty once every setting that did not fail
   * is, as in a space of a few points.
   */
  private static Optional<Map<String, String>> bestToMeasure(List<Trial> own) {
    Evidence evidence = new Evidence(own);
    return evidence.settings().stream()
        .filter(values -> evidence.of(values).size() < MOST_MEASURED && !evidence.hasFailed(values))
        .max((a, b) -> Double.compare(mean(evidence, a), mean(evidence, b)));
  }

  private static double mean(Evidence evidence, Map<String, String> values) {
    return evidence.mean(values).orElse(Double.NEGATIVE_INFINITY);
  }

  /**
   * The setting with the highest mean among those that were measured at least twice, the defaults
   * among them; empty before anything was.
   */
  public Optional<Map<String, String>> chosen(List<Trial> done) {
    Evidence evidence = new Evidence(own(done));
    return evidence.settings().stream()
        .filter(values -> evidence.of(values).size() > 1 && !evidence.hasFailed(values))
        .max((a, b) -> Double.compare(mean(evidence, a), mean(evidence, b)));
  }

  /** Whether the comparison has yet to come, or has nothing to compare. */
  private Optional<Proposal> comparison(List<Trial> done) {
    Map<String, Map<String, String>> sides = sides(done);
    int compared = done.size() - own(done).size();
    int round = compared / sides.size();
    if (sides.size() < 2 || round >= settings.comparisons()) {
      return Optional.empty();
    }
    List<String> order = new ArrayList<>(sides.keySet());
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    String side = order.get(compared % sides.size());
    return Optional.of(
        new Proposal(Purpose.COMPARE, side, sides.getOrDefault(side, space.usualValues())));
  }

  private Map<String, Map<String, String>> sides(List<Trial> done) {
    Map<String, Map<String, String>> sides = new LinkedHashMap<>();
    sides.put(DEFAULTS, space.usualValues());
    chosen(done)
        .filter(values -> !values.equals(space.usualValues()))
        .ifPresent(values -> sides.put(RESULT, values));
    sides.putAll(settings.references());
    return sides;
  }

  /**
   * How many trials there will be, the comparison included, as far as is known: a space of a few
   * points is known well before all trials are made, and a comparison that has begun tells so.
   */
  public int expected(List<Trial> done) {
    int own = own(done).size();
    boolean compares = own < done.size();
    return (compares ? own : settings.trials()) + settings.comparisons() * sides(done).size();
  }

  /** How the run goes. */
  public Settings settings() {
    return settings;
  }

  /** Which parameters matter, by what was tried so far. */
  public Sensitivity sensitivity(List<Trial> done) {
    return Sensitivity.of(space, own(done));
  }

  /** Of every pair that was tried; their choice is the screening's, their figures are of all. */
  public List<Interaction> interactions(List<Trial> done) {
    return screened(done)
        .map(sensitivity -> sensitivity(done).interactions(sensitivity.pairs()))
        .orElse(List.of());
  }

  /** Names of the parameters that were worth a search; empty before each was tried alone. */
  public Set<String> searched(List<Trial> done) {
    Set<String> names = new TreeSet<>();
    screened(done)
        .ifPresent(
            sensitivity -> sensitivity.searched().forEach(i -> names.add(space.tunable(i).name())));
    return names;
  }

  /**
   * What the first trials told, by which pairs and search are chosen; empty before they are made.
   */
  private Optional<Sensitivity> screened(List<Trial> done) {
    List<Trial> own = own(done);
    return own.size() < screening.size()
        ? Optional.empty()
        : Optional.of(Sensitivity.of(space, own.subList(0, screening.size())));
  }
}
