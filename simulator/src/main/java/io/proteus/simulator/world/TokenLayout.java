package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Cassandra's ring: each node has sixteen tokens, and owns the keys from the token before to each.
 * Copies are on the next nodes of the ring. A newcomer takes its tokens from the ranges of whoever
 * has most, as {@code allocate_tokens_for_local_replication_factor} does, so that shares stay about
 * even.
 */
final class TokenLayout implements RingLayout {
  /** Cassandra's num_tokens. */
  private static final int TOKENS = 16;

  private static final double KEYS = 0x1p64;

  /** A newcomer leaves at least this share of a range that it cuts. */
  private static final double LEFT = 0.2;

  private final TreeMap<Long, NodeId> owners;
  private final int copies;
  private final List<RingRange> ranges;

  private TokenLayout(TreeMap<Long, NodeId> owners, int copies) {
    this.owners = owners;
    this.copies = copies;
    this.ranges = List.copyOf(cut());
  }

  /** Equal ranges, in rounds in which each node gets one, in an order by chance. */
  static TokenLayout of(List<NodeId> nodes, int copies, SplittableRandom random) {
    TreeMap<Long, NodeId> owners = new TreeMap<>();
    int count = nodes.size() * TOKENS;
    for (int round = 0; round < TOKENS; round++) {
      List<NodeId> left = new ArrayList<>(nodes);
      for (int i = 0; i < nodes.size(); i++) {
        int place = round * nodes.size() + i;
        long token = (long) ((place + 1.0) / count * KEYS * 0.999999 - KEYS / 2);
        owners.put(token, left.remove(random.nextInt(left.size())));
      }
    }
    return new TokenLayout(owners, copies);
  }

  private List<RingRange> cut() {
    List<RingRange> cut = new ArrayList<>();
    long before = owners.lastKey();
    for (Long end : owners.keySet()) {
      cut.add(new RingRange(before + ".." + end, end, width(before, end), walk(end)));
      before = end;
    }
    return cut;
  }

  /** The numbers of the ring go round, as a long does. */
  private double width(long before, long end) {
    if (owners.size() == 1) {
      return 1;
    }
    long span = end - before;
    return (span >= 0 ? span : span + KEYS) / KEYS;
  }

  private List<NodeId> walk(long from) {
    List<NodeId> found = new ArrayList<>();
    List<NodeId> round = new ArrayList<>(owners.tailMap(from).values());
    round.addAll(owners.headMap(from).values());
    for (NodeId next : round) {
      if (found.size() < copies && !found.contains(next)) {
        found.add(next);
      }
    }
    return found;
  }

  @Override
  public List<RingRange> ranges() {
    return ranges;
  }

  @Override
  public Set<NodeId> members() {
    return new TreeSet<>(owners.values());
  }

  @Override
  public List<NodeId> ownersAt(long end) {
    Long token = owners.ceilingKey(end);
    return walk(token == null ? owners.firstKey() : token);
  }

  @Override
  public Map<NodeId, Double> shares() {
    Map<NodeId, Double> shares = new TreeMap<>();
    ranges.forEach(range -> shares.merge(range.owners().get(0), range.width(), Double::sum));
    return shares;
  }

  @Override
  public RingLayout with(NodeId node) {
    TokenLayout now = this;
    double wanted = 1.0 / (members().size() + 1) / TOKENS;
    for (int token = 0; token < TOKENS; token++) {
      now = now.cutFor(node, wanted);
    }
    return now;
  }

  /** The widest range of whoever owns most loses its lower part. */
  private TokenLayout cutFor(NodeId node, double wanted) {
    Map<NodeId, Double> shares = shares();
    shares.remove(node);
    @Nullable NodeId most = null;
    for (Map.Entry<NodeId, Double> share : shares.entrySet()) {
      if (most == null || share.getValue() > shares.getOrDefault(most, 0.0)) {
        most = share.getKey();
      }
    }
    @Nullable RingRange widest = null;
    for (RingRange range : ranges) {
      if (range.owners().get(0).equals(most)
          && (widest == null || range.width() > widest.width())) {
        widest = range;
      }
    }
    if (widest == null) {
      return this;
    }
    double taken = Math.min(wanted, widest.width() * (1 - LEFT));
    long token = widest.end() - (long) ((widest.width() - taken) * KEYS);
    TreeMap<Long, NodeId> more = new TreeMap<>(owners);
    more.put(token, node);
    return new TokenLayout(more, copies);
  }

  @Override
  public RingLayout without(NodeId node) {
    TreeMap<Long, NodeId> left = new TreeMap<>(owners);
    left.values().removeIf(node::equals);
    return new TokenLayout(left, copies);
  }
}
