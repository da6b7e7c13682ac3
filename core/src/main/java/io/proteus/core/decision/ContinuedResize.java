package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.RESIZE_CONTINUES;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.Scaling;
import java.util.List;
import java.util.Optional;

/**
 * Places partitions for a resize that began in an earlier plan, whatever the load is now. It does
 * so too when fewer nodes came up than were asked for, because those that came should not stay
 * empty. An operator who asks gets a decision of its own.
 */
record ContinuedResize(PolicyStrategy answers) implements Proposer {

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    int wanted = now.memory().resizingTo();
    if (before.isPresent() || trigger == DecisionTrigger.ON_REQUEST || wanted == 0) {
      return before;
    }
    int present = now.topology().nodes().size();
    return Optional.of(
        answers.retarget(
            now,
            new Scaling.Resize(
                present,
                List.of(
                    RESIZE_CONTINUES.says(
                        "{%d nodes} of the %d of the last resize are there", present, wanted)),
                now.memory())));
  }
}
