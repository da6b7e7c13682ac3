package io.proteus.lab.tuning;

import io.proteus.lab.result.Spread;
import io.proteus.lab.tuner.Comparison;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Tuner;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a tuning comes to.
 *
 * @param worthAPolicy whether the result is better than the defaults beyond noise
 * @param sentence for people
 */
record Conclusion(boolean worthAPolicy, String sentence) {

  /**
   * Says it. What failed in the comparison is never worth a policy, however fast it was otherwise.
   *
   * @param finished whether every trial was made
   * @param made trials so far
   * @param changed what the best setting has other than the defaults
   */
  static Conclusion of(
      boolean finished, List<Trial> made, Set<String> searched, Map<String, String> changed) {
    List<Comparison> comparison = Comparison.of(made);
    if (!finished) {
      return new Conclusion(
          false,
          "Not finished: %d trials so far%s. --resume goes on with them."
              .formatted(
                  made.size(),
                  changed.isEmpty()
                      ? ""
                      : ", the best of what was measured more than once is " + changed));
    }
    if (searched.isEmpty()) {
      return new Conclusion(
          false,
          "None of the parameters changes the rate beyond noise: keep the defaults."
              + best(comparison, made));
    }
    Optional<Comparison> tuned = Comparison.named(Tuner.RESULT, comparison);
    if (tuned.isPresent() && tuned.get().failures() > 0) {
      return new Conclusion(
          false,
          "The best setting found, %s, failed in %d of %d comparisons: keep the defaults.%s"
              .formatted(
                  changed, tuned.get().failures(), tuned.get().made(), best(comparison, made)));
    }
    if (changed.isEmpty() || tuned.isEmpty() || tuned.get().ratio() == null) {
      return new Conclusion(
          false, "No setting was better than the defaults: keep them." + best(comparison, made));
    }
    Comparison side = tuned.get();
    boolean better = side.significant() && side.ratio() != null && side.ratio().median() > 1;
    String ratio =
        side.ratio() == null
            ? ""
            : String.format(
                Locale.ROOT,
                "%.2f (%.2f to %.2f) times the defaults",
                side.ratio().median(),
                side.ratio().min(),
                side.ratio().max());
    return new Conclusion(
        better,
        better
            ? "%s: %s.%s".formatted(ratio, changed, best(comparison, made))
            : "The best setting found, %s, is %s, which may be noise: keep the defaults.%s"
                .formatted(changed, ratio, best(comparison, made)));
  }

  /** The result beside the best policy that was known before, of the same repeats. */
  private static String best(List<Comparison> comparison, List<Trial> made) {
    String mine =
        Comparison.named(Tuner.RESULT, comparison)
            .filter(side -> side.failures() == 0)
            .map(Comparison::name)
            .orElse(Tuner.DEFAULTS);
    return comparison.stream()
        .filter(side -> !side.name().equals(Tuner.RESULT) && !side.name().equals(Tuner.DEFAULTS))
        .filter(side -> side.median() > 0 && side.failures() == 0)
        .max(Comparator.comparingDouble(Comparison::median))
        .flatMap(
            side ->
                Comparison.beside(mine, side.name(), made)
                    .map(beside -> besideBest(mine, beside, side.name())))
        .orElse("");
  }

  private static String besideBest(String mine, Comparison beside, String policy) {
    Spread ratio = beside.ratio();
    if (ratio == null) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        " %s has %.2f (%.2f to %.2f) times the rate of %s, the best policy known before%s.",
        mine.equals(Tuner.DEFAULTS) ? "The default" : "It",
        ratio.median(),
        ratio.min(),
        ratio.max(),
        policy,
        interval(beside));
  }

  private static String interval(Comparison beside) {
    Double low = beside.low();
    Double high = beside.high();
    return low == null || high == null
        ? ""
        : String.format(Locale.ROOT, ", 95 %% interval %.2f to %.2f", low, high);
  }
}
