package io.proteus.core.decision;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import java.util.Optional;

/**
 * One thing that Proteus may do, in its place among others ({@link Proposals}). Pure: the same
 * situation and the same proposals before it, the same answer.
 */
public interface Proposer {

  /**
   * Answers with what should be done, having seen what was proposed before.
   *
   * @param before the proposal that stands; empty when all those before have passed
   * @return the proposal that stands now: {@code before} to pass, or a verdict in its place
   */
  Optional<Verdict> propose(Situation now, DecisionTrigger trigger, Optional<Verdict> before);
}
