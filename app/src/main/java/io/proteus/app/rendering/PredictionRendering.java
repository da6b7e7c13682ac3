package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Prediction;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a plan is predicted to cost and to yield, a line each.
 *
 * @param words the engine's
 */
record PredictionRendering(Words words) {

  String render(Prediction prediction) {
    List<String> lines = new ArrayList<>();
    if (prediction.following().moves() > 0) {
      lines.add(
          "  then: %s, %s, once the new %s are there"
              .formatted(
                  Figures.count(prediction.following().moves(), "move", "moves"),
                  prediction.following().bytesMoved(),
                  words.node().many()));
    }
    lines.add(
        " Takes: about %s; %s late or lost; %s"
            .formatted(
                Figures.duration(prediction.duration()),
                Figures.count(Math.round(prediction.requestsLost()), "request", "requests"),
                cache(prediction.cacheBytesLost())));
    lines.add(
        "  Gain: %s"
            .formatted(
                change(prediction.throughputNow(), prediction.throughput(), "%,.0f", "op/s")));
    Double before = prediction.latencyMsNow();
    Estimate latency = prediction.latencyMs();
    lines.add(
        before == null || latency == null
            ? "        latency is not known"
            : "        " + change(before, latency, "%,.1f", "ms in the " + words.node().many()));
    lines.add("  Pays: " + pays(prediction));
    return String.join("\n", lines);
  }

  private String cache(@Nullable ByteSize lost) {
    return lost == null
        ? "how much %s is not known".formatted(words.readCache().one())
        : "%s of %s to be read again".formatted(lost, words.readCache().one());
  }

  private static String change(double before, Estimate then, String figure, String unit) {
    return String.format(
        Locale.ROOT,
        "from "
            + figure
            + " to about "
            + figure
            + " %s (8 times in 10 within "
            + figure
            + " to "
            + figure
            + ")",
        before,
        then.expected(),
        unit,
        then.low(),
        then.high());
  }

  private static String pays(Prediction prediction) {
    Duration horizon = prediction.horizon();
    String pays =
        prediction.paysAfter() == null
            ? "never, by requests alone"
            : "%s after its end".formatted(Figures.duration(prediction.paysAfter()));
    if (prediction.kind() != PlanKind.RECONFIGURE) {
      return pays + "; how many there are is for the scaling policy to price";
    }
    return horizon == null
        ? pays
        : "%s; the horizon is %s [guards.horizon]".formatted(pays, Figures.duration(horizon));
  }
}
