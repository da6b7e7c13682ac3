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
 * Whatever is decided is done, within bounds. For a loop without anybody to ask: what is beyond a
 * limit is not done at all. An undo waits for no window: what it puts back was begun in one, or
 * needed none.
 */
public final class BoundedConsent implements Consent {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedConsent.class);

  private final Bounds bounds;
  private final Time time;

  /** The action whose undo is beyond a limit, so that what else is to be done is not held up. */
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

  /** With nobody to ask, what is beyond a limit now is so in the next cycle as well. */
  @Override
  public boolean awaitsUndoOf(Predicate<String> undone) {
    return leftAsItIs != null && undone.test(leftAsItIs);
  }
}
