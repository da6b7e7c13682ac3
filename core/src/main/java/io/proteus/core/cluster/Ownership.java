package io.proteus.core.cluster;

import io.proteus.core.units.Ratio;

/**
 * The share of all data that a node is responsible for, in a store whose ranges overlap or are too
 * many to be listed. Shares count each range once, whatever copies of it there are.
 */
public record Ownership(NodeId node, Ratio share) {}
