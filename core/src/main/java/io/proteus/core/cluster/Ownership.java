package io.proteus.core.cluster;

import io.proteus.core.units.Ratio;

/**
 * The share of all data that a node is responsible for, in a store whose ranges overlap or are too
 * many to list. A range counts once, however many copies it has.
 */
public record Ownership(NodeId node, Ratio share) {}
