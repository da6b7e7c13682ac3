package io.proteus.controller.configuration;

import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.strategy.scaling.SteadyScaling;
import java.time.Duration;

/**
 * MeT's thresholds, classes and profiles (MET-4 to MET-13).
 *
 * @param scaling how many nodes
 * @param oppositeWindow for how long it does not undo a resize; zero: it may at once
 * @param profiles what a partition is used for, and how nodes are configured for it
 * @param planner when data is compacted
 * @param setBlockSizes whether tables get the block size of their use
 */
public record MetSettings(
    MetScaling scaling,
    Duration oppositeWindow,
    MetProfiles profiles,
    Planner planner,
    boolean setBlockSizes) {

  /** How many nodes, without going to and fro. */
  ScalingPolicy steady() {
    return oppositeWindow.isZero()
        ? scaling
        : new SteadyScaling(scaling, oppositeWindow, Settings.MET_OPPOSITE_WINDOW.key());
  }
}
