package io.proteus.core.strategy;

import java.util.List;

/** What a decision came to. */
public sealed interface Verdict {

  /** What the strategy is to remember, whether or not it acts. */
  StrategyMemory memory();

  /** Why, the weightiest first; never empty. */
  List<Reason> reasons();

  /** Nothing is to be done. */
  record Hold(List<Reason> reasons, StrategyMemory memory) implements Verdict {
    public Hold {
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("a verdict needs a reason, holding included");
      }
    }
  }

  /** The cluster should become this. */
  record Retarget(Layout target, List<Reason> reasons, StrategyMemory memory) implements Verdict {
    public Retarget {
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("a verdict needs a reason");
      }
    }
  }

  static Verdict hold(Reason reason, StrategyMemory memory) {
    return new Hold(List.of(reason), memory);
  }
}
