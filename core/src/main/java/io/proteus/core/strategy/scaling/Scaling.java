package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.StrategyMemory;
import java.util.List;

/** A scaling policy's answer. */
public sealed interface Scaling {

  /** Leave everything as it is. */
  record Keep(Reason reason, StrategyMemory memory) implements Scaling {}

  /**
   * Configure and place for so many nodes; the present number means: only configure and place.
   *
   * @param nodes 1 or more
   */
  record Resize(int nodes, List<Reason> reasons, StrategyMemory memory) implements Scaling {
    public Resize {
      reasons = List.copyOf(reasons);
    }
  }
}
