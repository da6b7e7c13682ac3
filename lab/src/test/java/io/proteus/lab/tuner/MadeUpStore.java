package io.proteus.lab.tuner;

import io.proteus.lab.tuner.Trial.Purpose;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** A store whose answer to every setting is a formula, with noise. */
final class MadeUpStore {
  static final Tunable CACHE =
      new Tunable("cache", List.of("1", "2", "3", "4", "5", "6", "7"), 3, true, Set.of("buffer"));
  static final Tunable BUFFER =
      new Tunable("buffer", List.of("1", "2", "3", "4", "5", "6", "7"), 3, true, Set.of("cache"));
  static final Tunable BLOCK =
      new Tunable("block", List.of("8", "16", "32", "64", "128"), 3, true, Set.of());
  static final Tunable FILTER =
      new Tunable("filter", List.of("NONE", "ROW", "ROWCOL"), 1, false, Set.of());
  static final Tunable INERT = new Tunable("inert", List.of("1", "2", "4", "8"), 1, true, Set.of());

  private final ToDoubleFunction<Map<String, String>> rate;
  private final double noise;
  private final SplittableRandom random;

  MadeUpStore(ToDoubleFunction<Map<String, String>> rate, double noise, long seed) {
    this.rate = rate;
    this.noise = noise;
    this.random = new SplittableRandom(seed);
  }

  /** Cache and buffer together take 8 at most; both count, the block most where it is small. */
  static double usualRate(Map<String, String> values) {
    double cache = Double.parseDouble(values.get("cache"));
    double block = Math.log(Double.parseDouble(values.get("block")) / 16) / Math.log(2);
    double filter = values.get("filter").equals("NONE") ? 0.7 : 1;
    return 1000 * (1 + 0.1 * cache) * Math.exp(-0.12 * block * block) * filter;
  }

  static Space space() {
    return new Space(List.of(CACHE, BLOCK, FILTER, INERT, BUFFER), 4, MadeUpStore::fits);
  }

  private static boolean fits(Map<String, String> values) {
    return Integer.parseInt(values.get("cache")) + Integer.parseInt(values.get("buffer")) <= 8;
  }

  double best(Space space) {
    return space.everything().stream().mapToDouble(rate).max().orElseThrow();
  }

  double without(Map<String, String> values) {
    return rate.applyAsDouble(values);
  }

  Trial attempt(int number, Proposal proposal) {
    double value = rate.applyAsDouble(proposal.values());
    boolean fails = Double.isNaN(value);
    return new Trial(
        number,
        proposal.purpose(),
        proposal.subject(),
        proposal.values(),
        fails ? null : value * Math.exp(noise * random.nextGaussian()),
        fails ? "it has died" : null,
        Instant.EPOCH,
        1);
  }

  /** Everything that a tuner wants tried. */
  List<Trial> tune(Tuner tuner) {
    return tune(tuner, Set.of(Purpose.values()));
  }

  /** The same until it has tried each parameter alone. */
  List<Trial> screen(Tuner tuner) {
    return tune(tuner, Set.of(Purpose.BASELINE, Purpose.ALONE));
  }

  private List<Trial> tune(Tuner tuner, Set<Purpose> wanted) {
    List<Trial> done = new ArrayList<>();
    Optional<Proposal> next = tuner.next(done);
    while (next.isPresent() && wanted.contains(next.get().purpose())) {
      done.add(attempt(done.size() + 1, next.get()));
      next = tuner.next(done);
    }
    return done;
  }

  static long count(List<Trial> trials, Purpose purpose) {
    return trials.stream().filter(trial -> trial.purpose() == purpose).count();
  }
}
