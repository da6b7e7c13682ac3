package io.proteus.controller.approval;

import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.execution.Time;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives consent to everything within bounds, for a loop without anybody to ask. A plan beyond a
 * limit is not carried out. An undo waits for no window: what it undoes began in one, or needed
 * none.
 */
public final class BoundedConsent implements Consent {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedConsent.class);

  private final Bounds bounds;
  private final Time time;

  /** The action whose undo is beyond a limit; it is left alone so that other decisions go on. */
  private @Nullable String leftAsItIs;

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
        bounds
            .beyond(plan.get())
            .or(
                () ->
                    plan.get().undoes() == null
                        ? bounds.notNow(plan.get(), time.now())
                        : Optional.empty());
    objection.ifPresent(reason -> refuse(plan.get(), reason));
    return objection.isEmpty();
  }

  private void refuse(Plan plan, Reason reason) {
    LOG.info("{} is not begun: {}", plan.id(), reason);
    if (plan.undoes() != null) {
      leftAsItIs = plan.undoes();
    }
  }

  /** Nobody can be asked, and a plan beyond a limit stays so in the next cycle. */
  @Override
  public boolean awaitsUndoOf(Predicate<String> undone) {
    return leftAsItIs != null && undone.test(leftAsItIs);
  }
}
