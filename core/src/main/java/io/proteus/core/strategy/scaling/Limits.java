package io.proteus.core.strategy.scaling;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;

/**
 * Limits for every scaling policy.
 *
 * @param bounds how few and how many nodes
 * @param cooldownGrow from a resize to the next growth; zero: none
 * @param cooldownShrink from a resize to the next removal; zero: none
 * @param oppositeWindow for how long a resize is not undone by an opposite one
 * @param removable share of the nodes that may go within {@code removalPeriod}; one may always
 * @param removalPeriod in which removals are added up
 * @param shrinkDecisions decisions in a row that must want a removal; 1: the first is enough
 * @param staleAfter how old the newest observation may be
 */
@Section(
    "What no way to count nodes may exceed (MeT's own: with limitMet), beside nodes and guards.")
public record Limits(
    @Shared("nodes") NodeBounds bounds,
    @Key(doc = "from a resize to the next growth", usual = "0s", zero = true) Duration cooldownGrow,
    @Key(doc = "from a resize to the next removal", usual = "15m", zero = true)
        Duration cooldownShrink,
    @Key(
            doc =
                "for how long a resize is not undone; a removal of which all nodes are back, as"
                    + " after an undo, stands in the way of no growth",
            usual = "30m",
            zero = true)
        Duration oppositeWindow,
    @Key(doc = "share of the nodes that may go in a period; one always may", usual = "0.25")
        Ratio removable,
    @Key(doc = "the period in which removals add up", usual = "1h", zero = true)
        Duration removalPeriod,
    @Key(doc = "decisions in a row that must want a removal before a node goes", usual = "1")
        int shrinkDecisions,
    @Shared("guards.staleAfter") Duration staleAfter) {

  public Limits {
    if (removable.value() == 0) {
      throw new InvalidValue(
          "scaling.removable: want a share above 0, got 0. To keep all nodes, set nodes.min.");
    }
    if (shrinkDecisions < 1) {
      throw new InvalidValue(
          "scaling.shrinkDecisions: want 1 or more, got %d.".formatted(shrinkDecisions));
    }
  }

  /** Fast out, slow in. */
  public static Limits within(NodeBounds bounds) {
    return new Limits(
        bounds,
        Duration.ZERO,
        Duration.ofMinutes(15),
        Duration.ofMinutes(30),
        Ratio.of(0.25),
        Duration.ofHours(1),
        1,
        Duration.ofSeconds(90));
  }

  /** The bounds without any pace, for a policy that has a pace of its own. */
  public Limits boundsAlone() {
    return new Limits(
        bounds,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Ratio.of(1),
        Duration.ZERO,
        1,
        staleAfter);
  }

  /** The same with so many decisions in a row before a removal. */
  public Limits withShrinkDecisions(int decisions) {
    return new Limits(
        bounds,
        cooldownGrow,
        cooldownShrink,
        oppositeWindow,
        removable,
        removalPeriod,
        decisions,
        staleAfter);
  }
}
