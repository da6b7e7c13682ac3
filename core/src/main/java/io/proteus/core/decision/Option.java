package io.proteus.core.decision;

import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Durations;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that could be done to a cluster, and what it is worth.
 *
 * @param price what its steps count, how long they take, and what clients lose meanwhile
 * @param gain what it is expected to yield; null where nothing was predicted
 * @param because what stands against it; null where nothing does
 * @param onRequest whether it is done only when asked for, whatever the load is
 */
public record Option(
    Worth worth,
    Sentence price,
    @Nullable Sentence gain,
    @Nullable Reason because,
    boolean onRequest) {

  static Option of(Worth worth, Plan plan, @Nullable Reason because, boolean onRequest) {
    Prediction prediction = plan.prediction();
    return new Option(
        worth,
        prediction == null ? plan.price().sentence() : price(plan, prediction),
        prediction == null ? null : gain(prediction),
        because,
        onRequest);
  }

  /** The same, where a part of it was named before. */
  Option asAWhole() {
    return new Option(worth, Sentence.of("all of it: %s", price), gain, because, onRequest);
  }

  private static Sentence price(Plan plan, Prediction prediction) {
    long lost = Math.round(prediction.requestsLost());
    Sentence price =
        Sentence.of("%s; about %s", plan.price(), Durations.shown(prediction.duration()));
    return lost == 0 ? price : Sentence.of("%s; %,d {request|requests} late or lost", price, lost);
  }

  private static Sentence gain(Prediction prediction) {
    long now = Math.round(prediction.throughputNow());
    long then = Math.round(prediction.throughput().expected());
    if (prediction.kind() == PlanKind.SHRINK) {
      return Sentence.of("fewer {nodes}, at about %,d op/s of %,d", then, now);
    }
    return then == now
        ? Sentence.of("no more requests than the %,d op/s of now", now)
        : Sentence.of("from %,d to about %,d op/s", now, then);
  }

  /** All of it: {@code worth considering: 12 moves, 1.2 GB; about 90 s; from 900 to about ...}. */
  public Sentence sentence() {
    List<Sentence> parts = new ArrayList<>();
    parts.add(Sentence.of("%s: %s", worth, price));
    if (gain != null) {
      parts.add(gain);
    }
    if (because != null) {
      parts.add(because.whole());
    }
    if (onRequest && worth.isAdvised()) {
      parts.add(Sentence.of("done with --regardless-of-load only"));
    }
    return Sentence.joined("; ", parts);
  }
}
