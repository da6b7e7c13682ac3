package io.proteus.core.strategy.scaling;

import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import java.time.Duration;

/**
 * How MeT counts nodes (MET-4, MET-5, MET-13).
 *
 * @param scaling how many nodes
 * @param oppositeWindow for how long it does not undo a resize; zero: it may at once
 * @param limited whether the limits hold for it too, instead of its own window
 */
@Section("MeT's thresholds and profiles: the paper's, and those of its original code.")
public record MetNodeCount(
    @Inline MetScaling scaling,
    @Key(
            doc =
                "for how long MeT does not undo a resize of its own; `0s` as in the paper's"
                    + " experiment (MET-13)",
            usual = "20m",
            zero = true)
        Duration oppositeWindow,
    @Shared("scaling.limitMet") boolean limited)
    implements ConfiguredScaling {

  /** The key of {@link #oppositeWindow}. */
  public static final String OPPOSITE_WINDOW = "met.oppositeWindow";

  /** Within limits it counts successive decisions for fewer nodes itself. */
  @Override
  public ScalingPolicy within(Limits limits) {
    if (limited) {
      return scaling.within(limits.withShrinkDecisions(1));
    }
    return oppositeWindow.isZero()
        ? scaling
        : new SteadyScaling(scaling, oppositeWindow, OPPOSITE_WINDOW);
  }
}
