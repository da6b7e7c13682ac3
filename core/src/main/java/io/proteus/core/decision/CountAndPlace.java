package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.ASKED_FOR;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.Scaling;
import java.util.List;
import java.util.Optional;

/**
 * Counts nodes by the scaling policy, and where it wants a resize or a change says who holds what.
 */
public record CountAndPlace(PolicyStrategy answers) implements Proposer {

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    return before.or(
        () -> Optional.of(trigger == DecisionTrigger.SCHEDULED ? counted(now) : wanted(now)));
  }

  private Verdict counted(Situation now) {
    Scaling answer = answers.scaling().decide(now);
    if (answer instanceof Scaling.Keep keep) {
      return Verdict.hold(keep.reason(), keep.memory());
    }
    return answers.retarget(now, (Scaling.Resize) answer);
  }

  private Verdict wanted(Situation now) {
    Scaling.Resize unchanged = answers.scaling().unchanged(now);
    return answers.retarget(
        now,
        new Scaling.Resize(
            unchanged.nodes(),
            List.of(ASKED_FOR.says("asked for, whatever the load")),
            unchanged.memory()));
  }
}
