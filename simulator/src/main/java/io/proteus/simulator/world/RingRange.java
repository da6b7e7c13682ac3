package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.List;

/**
 * A part of a ring of keys.
 *
 * @param id by which the store calls it
 * @param end of it on the ring, which belongs to it
 * @param width share of all keys
 * @param owners who are to have a copy, the first owner first
 */
record RingRange(String id, long end, double width, List<NodeId> owners) {
  RingRange {
    owners = List.copyOf(owners);
  }
}
