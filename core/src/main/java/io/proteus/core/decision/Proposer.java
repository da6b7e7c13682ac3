package io.proteus.core.decision;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import java.util.Optional;

/**
 * One kind of action that Proteus may propose ({@link Proposals}). A proposer is pure: the same
 * situation and the same earlier proposal give the same answer.
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
