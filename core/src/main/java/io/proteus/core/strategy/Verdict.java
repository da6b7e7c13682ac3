package io.proteus.core.strategy;

import java.util.List;

/** The outcome of a decision. */
public sealed interface Verdict {

  /** The memory that the strategy is to keep, whether or not it acts. */
  StrategyMemory memory();

  /** Why, the weightiest first; never empty. */
  List<Reason> reasons();

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
