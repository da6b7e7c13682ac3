package io.proteus.app.view;

import io.proteus.core.cluster.MoneyPerHour;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a plan costs and what it is said to yield.
 *
 * @param price what its steps count; {@code nothing} where they count nothing
 * @param foretold null where nothing was predicted
 */
public record PlanFigures(Sentence price, @Nullable Foretold foretold) {
  /**
   * A prediction.
   *
   * @param then what follows once new nodes are there; null where nothing does
   * @param takes how long, and what clients lose
   * @param gain in throughput
   * @param latency before and after
   * @param pays when the gain has outweighed the loss
   * @param money what the machines cost an hour more or less; null where none comes or goes
   */
  public record Foretold(
      @Nullable Sentence then,
      Sentence takes,
      Sentence gain,
      Sentence latency,
      Sentence pays,
      @Nullable Sentence money) {

    static Foretold of(Prediction prediction) {
      Price following = prediction.following();
      Double before = prediction.latencyMsNow();
      Estimate latency = prediction.latencyMs();
      return new Foretold(
          following.moves() == 0
              ? null
              : Sentence.of(
                  "%,d {move|moves}, %s, once the new {nodes} are there",
                  following.moves(), following.bytesMoved()),
          Sentence.of(
              "about %s; %,d {request|requests} late or lost; %s",
              Figures.duration(prediction.duration()),
              Math.round(prediction.requestsLost()),
              cache(prediction.cacheBytesLost())),
          change(prediction.throughputNow(), prediction.throughput(), "%,.0f", Sentence.of("op/s")),
          before == null || latency == null
              ? Sentence.of("latency is not known")
              : change(before, latency, "%,.1f", Sentence.of("ms in the {nodes}")),
          pays(prediction),
          money(prediction.money()));
    }

    private static @Nullable Sentence money(@Nullable MoneyPerHour money) {
      return money == null || money.unknown() == 0
          ? money == null ? null : money.sentence()
          : Sentence.of("%s [cloud.prices]", money);
    }

    private static Sentence cache(@Nullable ByteSize lost) {
      return lost == null
          ? Sentence.of("how much {cache} is not known")
          : Sentence.of("%s of {cache} to be read again", lost);
    }

    private static Sentence change(double before, Estimate then, String figure, Sentence unit) {
      return Sentence.of(
          "from # to about # %s (8 times in 10 within # to #)".replace("#", figure),
          before,
          then.expected(),
          unit,
          then.low(),
          then.high());
    }

    private static Sentence pays(Prediction prediction) {
      Duration horizon = prediction.horizon();
      Sentence pays =
          prediction.paysAfter() == null
              ? Sentence.of("never, by requests alone")
              : Sentence.of("%s after its end", Figures.duration(prediction.paysAfter()));
      if (prediction.kind() != PlanKind.RECONFIGURE) {
        return Sentence.of("%s; how many there are is for the scaling policy to price", pays);
      }
      return horizon == null
          ? pays
          : Sentence.of("%s; the horizon is %s [guards.horizon]", pays, Figures.duration(horizon));
    }
  }

  public static PlanFigures of(Plan plan) {
    Prediction prediction = plan.prediction();
    return new PlanFigures(
        plan.price().sentence(), prediction == null ? null : Foretold.of(prediction));
  }
}
