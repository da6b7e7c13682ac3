package io.proteus.core.strategy.guard;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a layout betters, as a share of all requests: the largest of
 *
 * <ul>
 *   <li>the requests to partitions that lie today on a node that is mostly used for, or configured
 *       for, something else;
 *   <li>what the hottest node of each profile is relieved of, each weighed by the requests that
 *       want the profile; what another profile's hottest node gets in exchange counts against it;
 *   <li>the requests to tables that get the block size that they want, less those that lose it.
 * </ul>
 *
 * <p>Only what the store and its nodes are capable of counts: a node that cannot be configured is
 * not at fault for being configured as it is.
 */
final class Gain {
  private final Situation now;
  private final Layout target;
  private final Set<Capability> capabilities;
  private final Map<PartitionId, NodeTarget> goals = new HashMap<>();
  private final Map<NodeId, Map<NodeProfile, Double>> usesNow = new HashMap<>();
  private final Map<NodeId, Double> loadThen = new HashMap<>();
  private final double all;
  private boolean differs;

  private Gain(Situation now, Layout target) {
    this.now = now;
    this.target = target;
    this.capabilities = now.latest().capabilities();
    Map<NodeId, NodeProfile> profiles = new HashMap<>();
    for (NodeTarget wanted : target.nodes()) {
      profiles.put(wanted.node(), wanted.profile());
      wanted.partitions().forEach(partition -> goals.put(partition, wanted));
    }
    double sum = 0;
    for (Partition partition : now.topology().partitions()) {
      NodeTarget goal = goals.get(partition.id());
      if (goal != null && partition.node() != null) {
        double load = now.ratesOf(partition.id()).total();
        sum += load;
        usesNow
            .computeIfAbsent(partition.node(), node -> new HashMap<>())
            .merge(goal.profile(), load, Double::sum);
        loadThen.merge(goal.node(), load, Double::sum);
        differs |= !goal.node().equals(partition.node());
      }
    }
    all = sum;
    for (Node node : now.topology().nodes()) {
      NodeProfile profile = profiles.get(node.id());
      differs |= profile != null && !isConfiguredFor(node, profile);
    }
    differs |= now.topology().tables().stream().anyMatch(this::isAltered);
  }

  static Gain of(Situation now, Layout target) {
    return new Gain(now, target);
  }

  /** Whether the layout is what is there already. */
  boolean nothingDiffers() {
    return !differs;
  }

  /** The share of all requests that get a better place, 0..1. */
  double share() {
    if (all == 0) {
      return 0;
    }
    double better = capabilities.contains(Capability.BLOCK_SIZE_ONLINE) ? reblocked() : 0;
    if (capabilities.contains(Capability.MOVE_PARTITION)) {
      better = Math.max(better, Math.max(misplaced(), relieved()));
    }
    return Math.min(1, better / all);
  }

  private double misplaced() {
    double load = 0;
    for (Node node : now.topology().nodes()) {
      Map<NodeProfile, Double> uses = usesNow.getOrDefault(node.id(), Map.of());
      for (var use : uses.entrySet()) {
        NodeProfile wanted = use.getKey();
        boolean fits =
            wanted.equals(mainUse(uses))
                && (isConfiguredFor(node, wanted) || !isConfigurable(node));
        load += fits ? 0 : use.getValue();
      }
    }
    return load;
  }

  private double relieved() {
    Map<NodeProfile, Double> loads = new HashMap<>();
    Map<NodeProfile, Double> hottestNow = new HashMap<>();
    for (Map<NodeProfile, Double> uses : usesNow.values()) {
      hottestNow.merge(mainUse(uses), sum(uses), Math::max);
      uses.forEach((profile, load) -> loads.merge(profile, load, Double::sum));
    }
    Map<NodeProfile, Double> hottestThen = new HashMap<>();
    for (NodeTarget wanted : target.nodes()) {
      hottestThen.merge(wanted.profile(), loadThen.getOrDefault(wanted.node(), 0.0), Math::max);
    }
    double better = 0;
    for (var hottest : hottestNow.entrySet()) {
      NodeProfile profile = hottest.getKey();
      double before = hottest.getValue();
      double after = hottestThen.getOrDefault(profile, 0.0);
      if (before > 0) {
        better += loads.getOrDefault(profile, 0.0) * (before - after) / before;
      }
    }
    return better;
  }

  private double reblocked() {
    Map<TableId, Table> altered = new HashMap<>();
    now.topology().tables().stream()
        .filter(this::isAltered)
        .forEach(table -> altered.put(table.id(), table));
    double better = 0;
    for (Partition partition : now.topology().partitions()) {
      Table table = altered.get(partition.table());
      NodeTarget goal = goals.get(partition.id());
      if (table != null && goal != null) {
        ByteSize wanted = goal.profile().blockSize();
        double load = now.ratesOf(partition.id()).total();
        better += wanted.equals(target.blockSizes().get(table.id())) ? load : 0;
        better -= wanted.equals(table.blockSize()) ? load : 0;
      }
    }
    return better;
  }

  private boolean isAltered(Table table) {
    ByteSize wanted = target.blockSizes().get(table.id());
    return wanted != null && !wanted.equals(table.blockSize());
  }

  private static boolean isConfiguredFor(Node node, NodeProfile profile) {
    return node.memory() != null && node.memory().isAbout(profile.memory());
  }

  private boolean isConfigurable(Node node) {
    return capabilities.contains(Capability.RESTART_NODE)
        || (node.memoryOnline() && capabilities.contains(Capability.MEMORY_SPLIT_ONLINE));
  }

  private static NodeProfile mainUse(Map<NodeProfile, Double> uses) {
    return uses.entrySet().stream()
        .max(
            Map.Entry.<NodeProfile, Double>comparingByValue()
                .thenComparing(use -> use.getKey().name()))
        .orElseThrow()
        .getKey();
  }

  private static double sum(Map<NodeProfile, Double> uses) {
    return uses.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
