package io.proteus.core.strategy;

/**
 * Answers how many nodes, how configured, holding what. Pure: the same situation, the same verdict.
 */
public interface Strategy {

  /** The verdict on this situation. */
  Verdict decide(Situation now);

  /** The same, but as if its thresholds were crossed: for an operator who asks for it. */
  Verdict decideRegardlessOfLoad(Situation now);
}
