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
 * @param fourEyes why two people have to approve it; null where one suffices
 * @param first who approved it where a second person has to; null while nobody did
 */
public record Proposal(
    Decision decision,
    Instant at,
    @Nullable Reason because,
    @Nullable Reason fourEyes,
    @Nullable OperatorRequest first) {
  /** A proposal that one person approves. */
  public Proposal(Decision decision, Instant at, @Nullable Reason because) {
    this(decision, at, because, null, null);
  }

  /** Whether one more person has to approve it after this one. */
  boolean needsAnother() {
    return fourEyes != null && first == null;
  }

  /** The same after the first of two approvals. */
  Proposal approvedBy(OperatorRequest person) {
    return new Proposal(decision, at, because, fourEyes, person);
  }

  public Plan plan() {
    return decision.plan().orElseThrow();
  }
}
