package io.proteus.controller.approval;

import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.execution.Time;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever is decided is done, within bounds. For a loop without anybody to ask: what is beyond a
 * limit is not done at all.
 */
public final class BoundedConsent implements Consent {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedConsent.class);

  private final Bounds bounds;
  private final Time time;

  public BoundedConsent(Bounds bounds, Time time) {
    this.bounds = bounds;
    this.time = time;
  }

  @Override
  public boolean to(Decision decision, Optional<Situation> now) {
    Optional<Plan> plan = decision.plan();
    if (plan.isEmpty()) {
      return false;
    }
    Optional<Reason> objection =
        bounds.beyond(plan.get()).or(() -> bounds.notNow(plan.get(), time.now()));
    objection.ifPresent(reason -> LOG.info("{} is not begun: {}", plan.get().id(), reason));
    return objection.isEmpty();
  }
}
