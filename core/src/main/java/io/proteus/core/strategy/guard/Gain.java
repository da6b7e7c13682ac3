package io.proteus.core.strategy.guard;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.PartitionTarget;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The gain of a layout as a share of all requests. It is the largest of these:
 *
 * <ul>
 *   <li>the requests to partitions on a node that is mostly used or configured for something else;
 *   <li>the load that the hottest node of each profile loses, weighed by the requests that want the
 *       profile, less the load that the hottest node of another profile gets. A slow node is hot
 *       with less ({@link NodeSpeeds});
 *   <li>the requests to tables that get their wanted block size, less those that lose it;
 *   <li>half of the requests to partitions that are split.
 * </ul>
 *
 * <p>Only what the store and its nodes are capable of counts: a node that cannot be configured is
 * not misconfigured.
 */
public final class Gain {
  private final Set<Capability> capabilities;
  private final NodeSpeeds speeds;
  private final Map<TableId, ByteSize> newBlockSizes = new HashMap<>();
  private final Map<TableId, Table> altered = new HashMap<>();
  private final List<NodeProfile> profiles = new ArrayList<>();
  private final List<Present> present = new ArrayList<>();
  private final List<Goal> goals = new ArrayList<>();
  private @Nullable Ratio expected;
  private double all;
  private double reblocked;
  private double halved;
  private boolean differs;

  /** A node as it is, and how many of its requests want each profile. */
  private record Present(Node node, double[] uses) {
    int mainUse() {
      int main = 0;
      for (int profile = 1; profile < uses.length; profile++) {
        main = uses[profile] > uses[main] ? profile : main;
      }
      return main;
    }

    double load() {
      return Arrays.stream(uses).sum();
    }

    boolean isConfiguredFor(NodeProfile profile) {
      MemorySplit wanted = profile.memory();
      return wanted == null
          || node.split().isNone()
          || (node.memory() != null && node.memory().isAbout(wanted));
    }
  }

  /** A node as it should be, and how many requests it will serve then. */
  private static final class Goal {
    final NodeTarget target;
    final int profile;
    double load;

    Goal(NodeTarget target, int profile) {
      this.target = target;
      this.profile = profile;
    }
  }

  private Gain(Situation now, Layout target, List<? extends PartitionTarget> partitions) {
    this.capabilities = now.latest().capabilities();
    this.speeds = NodeSpeeds.of(now);
    for (Table table : now.topology().tables()) {
      ByteSize wanted = target.blockSizes().get(table.id());
      if (wanted != null && !wanted.equals(table.blockSize())) {
        altered.put(table.id(), table);
        newBlockSizes.put(table.id(), wanted);
        differs = true;
      }
    }
    survey(now, target, partitions);
  }

  /** A partition with its goal, as a layout has it. */
  private record Wanted(LoadedPartition loaded, @Nullable NodeId goal) implements PartitionTarget {}

  public static Gain of(Situation now, Layout target) {
    return of(
        now,
        target,
        now.partitions().stream()
            .map(
                loaded ->
                    new Wanted(
                        loaded,
                        target
                            .targetOf(loaded.partition().id())
                            .map(NodeTarget::node)
                            .orElse(null)))
            .toList());
  }

  /**
   * The same where it is known already what goes where.
   *
   * @param partitions all of them, with the node that should hold each
   */
  public static Gain of(Situation now, Layout target, List<? extends PartitionTarget> partitions) {
    return new Gain(now, target, partitions);
  }

  private void survey(Situation now, Layout target, List<? extends PartitionTarget> partitions) {
    target.nodes().stream().map(NodeTarget::profile).distinct().forEach(profiles::add);
    Map<NodeId, Present> nodes = new HashMap<>();
    for (Node node : now.topology().nodes()) {
      present.add(new Present(node, new double[profiles.size()]));
      nodes.put(node.id(), present.get(present.size() - 1));
    }
    Set<PartitionId> split = target.reshapes().split();
    differs |= !target.reshapes().saysNothing();
    Map<NodeId, Goal> goalsByNode = new HashMap<>();
    for (NodeTarget wanted : target.nodes()) {
      Goal goal = new Goal(wanted, profiles.indexOf(wanted.profile()));
      goals.add(goal);
      goalsByNode.put(wanted.node(), goal);
      Present node = nodes.get(wanted.node());
      differs |= node != null && !node.isConfiguredFor(wanted.profile());
    }
    for (PartitionTarget each : partitions) {
      Partition partition = each.loaded().partition();
      Present node = partition.node() == null ? null : nodes.get(partition.node());
      NodeId wanted = each.goal();
      Goal goal = wanted == null ? null : goalsByNode.get(wanted);
      if (node != null && goal != null) {
        add(partition, each.loaded().load(), node, goal);
      }
      if (split.contains(partition.id())) {
        halved += each.loaded().load() / 2;
      }
    }
  }

  private void add(Partition partition, double load, Present node, Goal goal) {
    all += load;
    goal.load += load;
    node.uses()[goal.profile] += load;
    differs |= !node.node().id().equals(goal.target.node());
    Table table = altered.get(partition.table());
    ByteSize wanted = goal.target.profile().blockSize();
    if (table != null && wanted != null) {
      reblocked += wanted.equals(newBlockSizes.get(table.id())) ? load : 0;
      reblocked -= wanted.equals(table.blockSize()) ? load : 0;
    }
  }

  /** Whether the layout equals the present one. */
  boolean nothingDiffers() {
    return !differs;
  }

  /** The same where a model expects clients to be answered more by this; null where none does. */
  public Gain atLeast(@Nullable Ratio betters) {
    expected = betters;
    return this;
  }

  /** The share of all requests that get a better place, 0..1. */
  public double share() {
    return expected == null ? counted() : Math.max(expected.value(), counted());
  }

  private double counted() {
    if (all == 0) {
      return 0;
    }
    double better = capabilities.contains(Capability.BLOCK_SIZE_ONLINE) ? reblocked : 0;
    if (capabilities.contains(Capability.MOVE_PARTITION)) {
      better = Math.max(better, Math.max(misplaced(), relieved()));
    }
    if (capabilities.contains(Capability.RESHAPE_PARTITION)) {
      better = Math.max(better, halved);
    }
    return Math.min(1, Math.max(0, better) / all);
  }

  private double misplaced() {
    double load = 0;
    for (Present node : present) {
      int mainUse = node.mainUse();
      boolean fits = node.isConfiguredFor(profiles.get(mainUse)) || !isConfigurable(node.node());
      load += node.load() - (fits ? node.uses()[mainUse] : 0);
    }
    return load;
  }

  private boolean isConfigurable(Node node) {
    return !node.split().isNone()
        && (capabilities.contains(Capability.RESTART_NODE)
            || (node.memoryOnline() && capabilities.contains(Capability.MEMORY_SPLIT_ONLINE)));
  }

  private double relieved() {
    double[] loads = new double[profiles.size()];
    double[] hottestNow = new double[profiles.size()];
    double[] hottestThen = new double[profiles.size()];
    for (Present node : present) {
      hottestNow[node.mainUse()] =
          Math.max(hottestNow[node.mainUse()], node.load() / speeds.of(node.node().id()));
      for (int profile = 0; profile < loads.length; profile++) {
        loads[profile] += node.uses()[profile];
      }
    }
    for (Goal goal : goals) {
      hottestThen[goal.profile] =
          Math.max(hottestThen[goal.profile], goal.load / speeds.of(goal.target.node()));
    }
    double better = 0;
    for (int profile = 0; profile < loads.length; profile++) {
      double before = hottestNow[profile];
      if (before > 0) {
        better += loads[profile] * (before - hottestThen[profile]) / before;
      }
    }
    return better;
  }
}
