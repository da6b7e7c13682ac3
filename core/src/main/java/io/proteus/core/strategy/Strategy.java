package io.proteus.core.strategy;

import java.util.Optional;

/**
 * Answers how many nodes, how configured, holding what. Pure: the same situation, the same verdict.
 */
public interface Strategy {

  /** The verdict on this situation. */
  Verdict decide(Situation now);

  /** The same, but as if its thresholds were crossed: for an operator who asks for it. */
  Verdict decideRegardlessOfLoad(Situation now);

  /**
   * The verdict that starts a node for each whose machine the cloud is about to take ({@link
   * io.proteus.core.cluster.Restrictions#takenBack}); empty where there are none, or people see to
   * it.
   *
   * @param now without these nodes
   */
  default Optional<Verdict> replacement(Situation now) {
    return Optional.empty();
  }
}
