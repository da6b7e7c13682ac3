package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Token;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes of a ring with one token each serve, and what they would serve with other tokens.
 *
 * <p>A range has the tokens after the previous node's up to its own node's, and its copies are on
 * that node and on those that follow it. Stores count what a node serves of a table, over all
 * ranges of which it has a copy. What each range is asked for is estimated from that: it begins as
 * even over all tokens, and is corrected until nodes come to what they serve (the multiplicative
 * correction of Richardson and Lucy). Within a range, requests and bytes are taken to be even.
 */
public final class TokenRing {
  private static final int CORRECTIONS = 200;

  /** Into so many parts a range can be divided. */
  private static final int PARTS = 128;

  private static final double ALL_TOKENS = Math.scalb(1.0, 64);

  private final List<NodeId> nodes;
  private final long[] tokens;
  private final List<Asked> tables = new ArrayList<>();
  private final double[] served;

  /**
   * One table.
   *
   * @param copies of each range
   * @param ofRange what one copy of each range is asked for, op/s
   * @param bytes one copy of all ranges together
   */
  private record Asked(int copies, double[] ofRange, double bytes) {}

  /**
   * Another token for one node.
   *
   * @param relieved the node that it takes work from
   * @param before what that node serves, op/s
   * @param after what the busiest of all nodes serves that this changes, op/s
   * @param burdened the nodes that get work, and what each serves then
   * @param size what is streamed
   */
  public record Shift(
      NodeId node,
      Token from,
      Token to,
      NodeId relieved,
      double before,
      double after,
      Map<NodeId, Double> burdened,
      ByteSize size) {
    public Shift {
      burdened = Map.copyOf(burdened);
    }

    /** The share of the relieved node's work that it gains to do this. */
    public double gain() {
      return 1 - after / before;
    }
  }

  private TokenRing(List<Ownership> clockwise) {
    this.nodes = clockwise.stream().map(Ownership::node).toList();
    this.tokens = clockwise.stream().mapToLong(TokenRing::token).toArray();
    this.served = new double[tokens.length];
  }

  /**
   * The ring; empty where nodes have no token or several, or copies are elsewhere than on the nodes
   * that follow, as with racks and data centres.
   *
   * @param partitions all of them
   */
  public static Optional<TokenRing> of(Topology now, List<LoadedPartition> partitions) {
    List<Ownership> owned = now.ownership();
    if (owned.size() < 2
        || owned.size() != now.nodes().size()
        || owned.stream().anyMatch(one -> one.token() == null)) {
      return Optional.empty();
    }
    TokenRing ring =
        new TokenRing(owned.stream().sorted(Comparator.comparing(TokenRing::token)).toList());
    Map<TableId, List<LoadedPartition>> byTable = new TreeMap<>();
    partitions.forEach(
        loaded ->
            byTable
                .computeIfAbsent(loaded.partition().table(), table -> new ArrayList<>())
                .add(loaded));
    return byTable.values().stream().allMatch(ring::add) ? Optional.of(ring) : Optional.empty();
  }

  private static long token(Ownership owned) {
    Token token = owned.token();
    if (token == null) {
      throw new IllegalArgumentException(owned.node() + " has no token");
    }
    return token.value();
  }

  /** Takes in a table; false where its copies are not along the ring. */
  private boolean add(List<LoadedPartition> table) {
    int copies = 1 + table.get(0).partition().copies().size();
    double[] ofNode = new double[nodes.size()];
    boolean[] seen = new boolean[nodes.size()];
    double bytes = 0;
    for (LoadedPartition loaded : table) {
      Partition range = loaded.partition();
      int first = range.node() == null ? -1 : nodes.indexOf(range.node());
      if (first < 0 || seen[first] || !followsOn(first, range, copies)) {
        return false;
      }
      seen[first] = true;
      ofNode[first] = loaded.load();
      served[first] += loaded.load();
      bytes += range.size().bytes();
    }
    if (table.size() != nodes.size()) {
      return false;
    }
    tables.add(new Asked(copies, ofRanges(ofNode, copies), bytes));
    return true;
  }

  private boolean followsOn(int first, Partition range, int copies) {
    List<NodeId> replicas = range.replicas().stream().map(Replica::node).toList();
    return replicas.equals(
        IntStream.range(first, first + copies).mapToObj(at -> nodes.get(wrapped(at))).toList());
  }

  private int wrapped(int at) {
    return Math.floorMod(at, tokens.length);
  }

  /** How many tokens the range of a node has. */
  private double width(int node) {
    long tokensIn = tokens[node] - tokens[wrapped(node - 1)];
    return tokensIn < 0 ? tokensIn + ALL_TOKENS : tokensIn;
  }

  /** What one copy of each range is asked for, from what the nodes that have copies serve. */
  private double[] ofRanges(double[] ofNode, int copies) {
    int count = ofNode.length;
    double all = IntStream.range(0, count).mapToDouble(node -> ofNode[node]).sum();
    double[] ranges = new double[count];
    for (int range = 0; range < count; range++) {
      ranges[range] = width(range) / ALL_TOKENS * all / copies;
    }
    double[] ratios = new double[count];
    for (int correction = 0; correction < CORRECTIONS; correction++) {
      for (int node = 0; node < count; node++) {
        double expected = 0;
        for (int back = 0; back < copies; back++) {
          expected += ranges[wrapped(node - back)];
        }
        ratios[node] = expected > 0 ? ofNode[node] / expected : 1;
      }
      for (int range = 0; range < count; range++) {
        double mean = 0;
        for (int copy = 0; copy < copies; copy++) {
          mean += ratios[wrapped(range + copy)] / copies;
        }
        ranges[range] *= mean;
      }
    }
    return ranges;
  }

  /** What all nodes serve together, op/s; each copy that is asked counts. */
  public double all() {
    return IntStream.range(0, served.length).mapToDouble(node -> served[node]).sum();
  }

  /** What each node serves, op/s; the busiest comes first. */
  public List<Map.Entry<NodeId, Double>> busiestFirst() {
    Map<NodeId, Double> all = new TreeMap<>();
    for (int node = 0; node < served.length; node++) {
      all.put(nodes.get(node), served[node]);
    }
    return all.entrySet().stream()
        .sorted(Map.Entry.<NodeId, Double>comparingByValue().reversed())
        .toList();
  }

  /**
   * The shift that relieves a node most: no other node becomes as busy as it is now. Empty where
   * none does.
   *
   * @param most part of a range that may change its nodes
   */
  public Optional<Shift> relieving(NodeId busy, double most) {
    int relieved = nodes.indexOf(busy);
    @Nullable Shift best = null;
    for (int node = 0; node < tokens.length; node++) {
      for (boolean down : new boolean[] {true, false}) {
        Shift shift = shift(relieved, node, down, most);
        if (shift != null && (best == null || shift.after < best.after)) {
          best = shift;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** The best part of a range to shift by this token; null where that does not relieve. */
  private @Nullable Shift shift(int relieved, int node, boolean down, double most) {
    int range = down ? node : wrapped(node + 1);
    Map<Integer, Double> changes = changes(node, range, down);
    if (changes.getOrDefault(relieved, 0.0) >= 0) {
      return null;
    }
    double best = served[relieved];
    double part = 0;
    for (int parts = 1; parts <= PARTS * most; parts++) {
      double now = (double) parts / PARTS;
      double busiest =
          changes.entrySet().stream()
              .mapToDouble(change -> served[change.getKey()] + now * change.getValue())
              .max()
              .orElseThrow();
      if (busiest < best) {
        best = busiest;
        part = now;
      }
    }
    long tokensShifted = (long) (part * width(range));
    long to = down ? tokens[node] - tokensShifted : tokens[node] + tokensShifted;
    if (tokensShifted == 0 || to == Long.MIN_VALUE) {
      return null;
    }
    double shifted = part;
    Map<NodeId, Double> burdened = new HashMap<>();
    changes.forEach(
        (other, change) -> {
          if (change > 0) {
            burdened.put(nodes.get(other), served[other] + shifted * change);
          }
        });
    double streamed =
        tables.stream()
            .filter(table -> table.copies < tokens.length)
            .mapToDouble(table -> table.bytes * width(range) / ALL_TOKENS * shifted)
            .sum();
    return new Shift(
        nodes.get(node),
        new Token(tokens[node]),
        new Token(to),
        nodes.get(relieved),
        served[relieved],
        best,
        burdened,
        ByteSize.ofBytes(Math.round(streamed)));
  }

  /**
   * What nodes get and lose if the whole range were shifted. Downwards, the upper part of the
   * node's own range goes to the next range: the node no longer has a copy, and the one that
   * follows on the last copy gets it. Upwards it is the other way round.
   */
  private Map<Integer, Double> changes(int node, int range, boolean down) {
    Map<Integer, Double> changes = new HashMap<>();
    for (Asked table : tables) {
      if (table.copies < tokens.length) {
        double all = down ? table.ofRange[range] : -table.ofRange[range];
        changes.merge(node, -all, Double::sum);
        changes.merge(wrapped(node + table.copies), all, Double::sum);
      }
    }
    return changes;
  }
}
