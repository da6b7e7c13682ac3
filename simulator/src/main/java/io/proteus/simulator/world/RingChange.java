package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A node that comes to a ring, leaves it or is struck off, and the data that streams for it. */
final class RingChange {
  /** What a change is for. */
  enum Kind {
    JOIN("join"),
    LEAVE("leave"),
    STRIKE_OFF("forget");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /** Data on its way from one node to another. */
  static final class Flow {
    final NodeId from;
    final NodeId to;

    /** Bytes that are still to be sent. */
    double left;

    Flow(NodeId from, NodeId to) {
      this.from = from;
      this.to = to;
    }
  }

  final Kind kind;
  final NodeId node;

  /** Who owns what once it is over. */
  final RingLayout after;

  /** When the first byte is sent, seconds. */
  final double streamsAt;

  /** Whether another join follows, to which the cleanup is left. */
  boolean moreFollow;

  /** When it is over, seconds; infinite while data streams. */
  double settledAt = Double.POSITIVE_INFINITY;

  /** What streams; empty before it begins to. */
  private final List<Flow> flows = new ArrayList<>();

  private List<Gain> gains = List.of();
  private boolean begun;

  RingChange(Kind kind, NodeId node, RingLayout after, double streamsAt) {
    this.kind = kind;
    this.node = node;
    this.after = after;
    this.streamsAt = streamsAt;
  }

  /** Whether this is what was ordered, and it is under way. */
  boolean is(Kind what, NodeId whose) {
    return kind == what && node.equals(whose);
  }

  /** Whether all has streamed, and owners are those of after. */
  boolean hasStreamed() {
    return Double.isFinite(settledAt);
  }

  /** Whether it is known what streams. */
  boolean hasBegun() {
    return begun;
  }

  List<Flow> flows() {
    return flows;
  }

  /** Who gets what anew; nothing before it streams. */
  List<Gain> gains() {
    return gains;
  }

  /** A part of the ring gets an owner that has no copy of it. */
  record Gain(double width, List<NodeId> before, List<NodeId> after, NodeId gaining) {}

  /** Who gets which part of the ring anew. The finer of both rings is gone through. */
  static List<Gain> gains(RingLayout before, RingLayout after) {
    boolean finer = after.ranges().size() > before.ranges().size();
    List<Gain> gains = new ArrayList<>();
    for (RingRange range : (finer ? after : before).ranges()) {
      List<NodeId> had = finer ? before.ownersAt(range.end()) : range.owners();
      List<NodeId> will = finer ? range.owners() : after.ownersAt(range.end());
      for (NodeId owner : will) {
        if (!had.contains(owner)) {
          gains.add(new Gain(range.width(), had, will, owner));
        }
      }
    }
    return gains;
  }

  /**
   * Begins to stream. A leaver hands over itself what it holds; a newcomer gets its copies from
   * those who give them up, and where a dead node's are made anew, any that has one sends it.
   *
   * @param bytes of one copy of everything
   */
  void begin(RingLayout before, double bytes, Predicate<NodeId> isUp) {
    begun = true;
    gains = gains(before, after);
    for (Gain gain : gains) {
      source(gain, isUp)
          .ifPresent(
              from -> {
                flow(from, gain.gaining()).left += gain.width() * bytes;
              });
    }
  }

  private Optional<NodeId> source(Gain gain, Predicate<NodeId> isUp) {
    if (kind == Kind.LEAVE) {
      return Optional.of(node);
    }
    return gain.before().stream()
        .filter(isUp)
        .filter(owner -> kind == Kind.STRIKE_OFF || !gain.after().contains(owner))
        .findFirst()
        .or(() -> gain.before().stream().filter(isUp).findFirst());
  }

  private Flow flow(NodeId from, NodeId to) {
    for (Flow flow : flows) {
      if (flow.from.equals(from) && flow.to.equals(to)) {
        return flow;
      }
    }
    Flow flow = new Flow(from, to);
    flows.add(flow);
    return flow;
  }

  /** Nodes without which it cannot go on. */
  Set<NodeId> involved() {
    Set<NodeId> involved = new TreeSet<>();
    if (kind != Kind.STRIKE_OFF) {
      involved.add(node);
    }
    for (Flow flow : flows) {
      if (flow.left > 0) {
        involved.add(flow.from);
        involved.add(flow.to);
      }
    }
    return involved;
  }

  @Override
  public String toString() {
    return kind.word + " " + node;
  }
}
