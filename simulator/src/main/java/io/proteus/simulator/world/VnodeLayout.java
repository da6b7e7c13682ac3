package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Riak's ring: a fixed number of vnodes of equal width, each with an owner. Copies are in the next
 * vnodes. A newcomer takes whole vnodes from whoever has most, and those of a leaver go to whoever
 * has fewest, where that puts no two copies on one node.
 */
final class VnodeLayout implements RingLayout {
  /** Riak's ring_size. */
  static final int VNODES = 64;

  private final List<NodeId> owners;
  private final int copies;
  private final List<RingRange> ranges = new ArrayList<>();

  private VnodeLayout(List<NodeId> owners, int copies) {
    this.owners = List.copyOf(owners);
    this.copies = copies;
    for (int vnode = 0; vnode < VNODES; vnode++) {
      ranges.add(new RingRange("vnode-%04d".formatted(vnode), vnode, 1.0 / VNODES, holders(vnode)));
    }
  }

  /** One after the other, round and round. */
  static VnodeLayout of(List<NodeId> nodes, int copies) {
    List<NodeId> owners = new ArrayList<>();
    for (int vnode = 0; vnode < VNODES; vnode++) {
      owners.add(nodes.get(vnode % nodes.size()));
    }
    return new VnodeLayout(owners, copies);
  }

  private List<NodeId> holders(int vnode) {
    Set<NodeId> holders = new LinkedHashSet<>();
    for (int next = 0; next < copies; next++) {
      holders.add(owners.get((vnode + next) % VNODES));
    }
    return List.copyOf(holders);
  }

  @Override
  public List<RingRange> ranges() {
    return List.copyOf(ranges);
  }

  @Override
  public Set<NodeId> members() {
    return new TreeSet<>(owners);
  }

  @Override
  public List<NodeId> ownersAt(long end) {
    return ranges.get((int) end).owners();
  }

  @Override
  public Map<NodeId, Double> shares() {
    Map<NodeId, Double> shares = new TreeMap<>();
    owners.forEach(owner -> shares.merge(owner, 1.0 / VNODES, Double::sum));
    return shares;
  }

  @Override
  public RingLayout with(NodeId node) {
    List<NodeId> claimed = new ArrayList<>(owners);
    int fair = VNODES / (members().size() + 1);
    for (int taken = 0; taken < fair; taken++) {
      claimed.set(toTake(claimed, node), node);
    }
    return new VnodeLayout(claimed, copies);
  }

  /** A vnode of whoever has most, away from the newcomer's own if that can be. */
  private int toTake(List<NodeId> claimed, NodeId node) {
    int best = -1;
    double bestScore = Double.NEGATIVE_INFINITY;
    Map<NodeId, Integer> counts = counts(claimed);
    for (int vnode = 0; vnode < VNODES; vnode++) {
      NodeId owner = claimed.get(vnode);
      double score = counts.getOrDefault(owner, 0) - (isNear(claimed, vnode, node) ? VNODES : 0);
      if (!owner.equals(node) && score > bestScore) {
        best = vnode;
        bestScore = score;
      }
    }
    return best;
  }

  @Override
  public RingLayout without(NodeId node) {
    Set<NodeId> stay = members();
    stay.remove(node);
    if (stay.size() <= copies) {
      return of(List.copyOf(stay), copies); // each of them has everything then
    }
    List<NodeId> claimed = new ArrayList<>(owners);
    for (int vnode = 0; vnode < VNODES; vnode++) {
      if (claimed.get(vnode).equals(node)) {
        claimed.set(vnode, toGive(claimed, vnode, node));
      }
    }
    return new VnodeLayout(claimed, copies);
  }

  /** Whoever has fewest, and no copy of it yet if that can be. */
  private NodeId toGive(List<NodeId> claimed, int vnode, NodeId leaver) {
    NodeId best = leaver;
    double bestScore = Double.POSITIVE_INFINITY;
    Map<NodeId, Integer> counts = counts(claimed);
    for (Map.Entry<NodeId, Integer> count : counts.entrySet()) {
      double score = count.getValue() + (isNear(claimed, vnode, count.getKey()) ? VNODES : 0);
      if (!count.getKey().equals(leaver) && score < bestScore) {
        best = count.getKey();
        bestScore = score;
      }
    }
    return best;
  }

  private static Map<NodeId, Integer> counts(List<NodeId> claimed) {
    Map<NodeId, Integer> counts = new TreeMap<>();
    claimed.forEach(owner -> counts.merge(owner, 1, Integer::sum));
    return counts;
  }

  /** Whether a node owns a vnode so near that both would have the same copy. */
  private boolean isNear(List<NodeId> claimed, int vnode, NodeId node) {
    for (int step = 1; step < copies; step++) {
      if (claimed.get((vnode + step) % VNODES).equals(node)
          || claimed.get((vnode - step + VNODES) % VNODES).equals(node)) {
        return true;
      }
    }
    return false;
  }
}
