package io.proteus.core.decision;

import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Verdict;
import java.util.Optional;

/**
 * A verdict and, where it is to act, the plan.
 *
 * @param verdict a hold when a guard objected, whatever the strategy wanted
 * @param plan present exactly when the verdict is a retarget; never without steps
 * @param heldBack what the strategy wanted where a guard objected to it
 */
public record Decision(Verdict verdict, Optional<Plan> plan, Optional<Plan> heldBack) {}
