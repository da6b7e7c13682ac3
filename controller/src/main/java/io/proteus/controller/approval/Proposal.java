package io.proteus.controller.approval;

import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A plan that waits for a person.
 *
 * @param decision has a plan
 * @param at since when
 * @param because why Proteus does not act by itself; null where it never does
 */
public record Proposal(Decision decision, Instant at, @Nullable Reason because) {
  public Plan plan() {
    return decision.plan().orElseThrow();
  }
}
