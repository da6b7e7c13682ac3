package io.proteus.core.strategy;

import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /**
   * The cluster should become this.
   *
   * @param betters by how much more a model expects clients to be answered; null where none says
   */
  record Retarget(
      Layout target, List<Reason> reasons, StrategyMemory memory, @Nullable Ratio betters)
      implements Verdict {
    /** A retarget of which no model says what it betters. */
    public Retarget(Layout target, List<Reason> reasons, StrategyMemory memory) {
      this(target, reasons, memory, null);
    }

    public Retarget {
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("a verdict needs a reason");
      }
    }

    /** The same, with one more thing to know. */
    public Retarget with(Reason more) {
      return new Retarget(
          target, Stream.concat(reasons.stream(), Stream.of(more)).toList(), memory, betters);
    }
  }

  static Verdict hold(Reason reason, StrategyMemory memory) {
    return new Hold(List.of(reason), memory);
  }
}
