package io.proteus.core.cluster;

import java.util.Set;

/**
 * Which parts of a {@link NodeProfile} a store has. Strategies do not ask for the others.
 *
 * @param memory whether nodes divide their memory between reads and writes
 * @param blocks whether tables can be given another block size
 */
public record ProfileParts(boolean memory, boolean blocks) {

  /** The parts of a store with these nodes and capabilities. */
  public static ProfileParts of(Topology topology, Set<Capability> capabilities) {
    return new ProfileParts(
        topology.nodes().isEmpty()
            || topology.nodes().stream().anyMatch(node -> !node.split().isNone()),
        capabilities.contains(Capability.BLOCK_SIZE_ONLINE));
  }
}
