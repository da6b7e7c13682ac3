package io.proteus.core.strategy;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What nodes can do, relative to the usual one: 0.5 for a node that takes twice the share of its
 * CPU for the same work. It is learned from what nodes serve ({@link SpeedSample}).
 *
 * <p>A speed counts once {@value #ENOUGH} samples have been seen, and where it is further than
 * {@value #ALIKE} from 1; what is nearer may be chance. Only nodes that may be unlike the others
 * are kept, so the memory of alike nodes is empty.
 *
 * @param learned of nodes that may be unlike the others
 */
public record NodeSpeeds(SortedMap<NodeId, Learned> learned) {
  /** All nodes are alike, as far as is known. */
  public static final NodeSpeeds ALIKE_ALL = new NodeSpeeds(new TreeMap<>());

  private static final double SLOWEST = 0.2;
  private static final double FASTEST = 3;
  private static final int ENOUGH = 5;
  private static final double ALIKE = 0.15;

  /** A node is kept while its speed is further than this from 1. */
  private static final double KEPT = 0.08;

  /** The newest sample weighs as one of so many at least, so that a speed that changes is found. */
  private static final int MOST_SAMPLES = 15;

  /**
   * What the samples of a node say.
   *
   * @param speed their geometric mean; the older ones fade
   * @param samples how many there were, {@value #MOST_SAMPLES} at most
   */
  public record Learned(double speed, int samples) {
    Learned with(double sample) {
      int now = Math.min(samples + 1, MOST_SAMPLES);
      double mean = Math.log(speed) + (Math.log(sample) - Math.log(speed)) / now;
      return new Learned(Math.round(Math.exp(mean) * 1000) / 1000.0, now);
    }

    private boolean isUnlike(double distance) {
      return Math.abs(Math.log(speed)) > Math.log1p(distance);
    }
  }

  public NodeSpeeds {
    learned =
        Collections.unmodifiableSortedMap(
            new TreeMap<>(Objects.requireNonNullElse(learned, new TreeMap<>())));
  }

  /** What has been learned of the nodes that there are. */
  public static NodeSpeeds of(Situation now) {
    return Objects.requireNonNullElse(now.memory().scaling().speeds(), ALIKE_ALL);
  }

  /** The speed of a node; 1 for one that nothing is known of. */
  public double of(NodeId node) {
    Learned known = learned.get(node);
    return known != null && known.samples() >= ENOUGH && known.isUnlike(ALIKE) ? known.speed() : 1;
  }

  /** The speeds of these nodes, the slowest first. */
  public List<Double> of(Collection<Node> nodes) {
    return nodes.stream().map(node -> of(node.id())).sorted().toList();
  }

  /**
   * The same after another look. Nodes that are gone are forgotten; of those that this look says
   * nothing of, what was learned stays.
   */
  public NodeSpeeds seen(Situation now) {
    Map<NodeId, Double> samples = SpeedSample.of(now);
    SortedMap<NodeId, Learned> next = new TreeMap<>(learned);
    next.keySet().removeIf(node -> now.topology().node(node).isEmpty());
    samples.forEach(
        (node, sample) -> {
          double speed = Math.max(SLOWEST, Math.min(FASTEST, sample));
          Learned before = next.get(node);
          next.put(node, (before == null ? new Learned(speed, 0) : before).with(speed));
          if (!Objects.requireNonNull(next.get(node)).isUnlike(KEPT)) {
            next.remove(node);
          }
        });
    return next.isEmpty() ? ALIKE_ALL : new NodeSpeeds(next);
  }
}
