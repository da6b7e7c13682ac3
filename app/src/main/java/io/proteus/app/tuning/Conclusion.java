package io.proteus.app.tuning;

import io.proteus.workloads.tuning.Comparison;
import io.proteus.workloads.tuning.Tuner;
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
   * Says it.
   *
   * @param finished whether every trial was made
   * @param made trials so far
   * @param changed what the best setting has other than the defaults
   */
  static Conclusion of(
      boolean finished,
      int made,
      Set<String> searched,
      Map<String, String> changed,
      List<Comparison> comparison) {
    if (!finished) {
      return new Conclusion(
          false, "Not finished: %d trials so far. --resume goes on with them.".formatted(made));
    }
    if (searched.isEmpty()) {
      return new Conclusion(
          false,
          "None of the parameters changes the rate beyond noise: keep the defaults."
              + best(comparison));
    }
    Optional<Comparison> tuned = Comparison.named(Tuner.RESULT, comparison);
    if (changed.isEmpty() || tuned.isEmpty() || tuned.get().ratio() == null) {
      return new Conclusion(
          false, "No setting was better than the defaults: keep them." + best(comparison));
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
            ? "%s: %s.%s".formatted(ratio, changed, best(comparison))
            : "The best setting found, %s, is %s, which may be noise: keep the defaults.%s"
                .formatted(changed, ratio, best(comparison)));
  }

  /** The result beside the best policy that was known before. */
  private static String best(List<Comparison> comparison) {
    Comparison mine =
        Comparison.named(Tuner.RESULT, comparison)
            .or(() -> Comparison.named(Tuner.DEFAULTS, comparison))
            .orElse(null);
    return comparison.stream()
        .filter(side -> !side.name().equals(Tuner.RESULT) && !side.name().equals(Tuner.DEFAULTS))
        .filter(side -> side.median() > 0)
        .max(Comparator.comparingDouble(Comparison::median))
        .filter(side -> mine != null && mine.median() > 0)
        .map(
            side ->
                String.format(
                    Locale.ROOT,
                    " %s has %.2f times the rate of %s, the best policy known before.",
                    mine == null || mine.name().equals(Tuner.DEFAULTS) ? "The default" : "It",
                    mine == null ? 0 : mine.median() / side.median(),
                    side.name()))
        .orElse("");
  }
}
