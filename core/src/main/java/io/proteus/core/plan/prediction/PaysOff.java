package io.proteus.core.plan.prediction;

import static io.proteus.core.strategy.ReasonCode.DOES_NOT_PAY;

import io.proteus.core.plan.Prediction;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Reason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds a plan whose cost does not come back within its horizon. Plans that change the number of
 * nodes are never held here, nor their second halves: the scaling policy weighs their price.
 */
public final class PaysOff {
  private PaysOff() {}

  /** Why it may not be done; empty when it may. */
  public static Optional<Reason> objection(Prediction prediction) {
    Duration horizon = prediction.horizon();
    Duration pays = prediction.paysAfter();
    if (horizon == null
        || prediction.kind() != PlanKind.RECONFIGURE
        || (pays != null && pays.compareTo(horizon) <= 0)) {
      return Optional.empty();
    }
    return Optional.of(
        DOES_NOT_PAY.because(
            "guards.horizon",
            "it costs about %,.0f requests and gains about %,.1f a second, so it pays %s, and %d"
                + " min is the horizon",
            prediction.requestsLost(),
            Math.max(0, prediction.gain()),
            after(pays),
            horizon.toMinutes()));
  }

  private static String after(@Nullable Duration pays) {
    return pays == null ? "never" : "after %d min".formatted(pays.toMinutes());
  }
}
