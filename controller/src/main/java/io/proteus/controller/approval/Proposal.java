package io.proteus.controller.approval;

import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import java.time.Instant;

/**
 * A plan that waits for a person.
 *
 * @param decision has a plan
 * @param at since when
 */
public record Proposal(Decision decision, Instant at) {
  public Plan plan() {
    return decision.plan().orElseThrow();
  }
}
