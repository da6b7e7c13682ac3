package io.proteus.controller.configuration;

import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.scaling.MetScaling;

/**
 * MeT's thresholds, classes and profiles (MET-4 to MET-13).
 *
 * @param scaling how many nodes
 * @param profiles what a partition is used for, and how nodes are configured for it
 * @param planner when data is compacted
 * @param setBlockSizes whether tables get the block size of their use
 */
public record MetSettings(
    MetScaling scaling, MetProfiles profiles, Planner planner, boolean setBlockSizes) {}
