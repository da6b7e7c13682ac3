package io.proteus.app.view;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says of every node and partition what it does and whether it is where and as it should be.
 *
 * @param classify what a partition with these requests is used for
 * @param profiles that nodes may have
 * @param hotAbove CPU share over which a node is hot
 */
public record Appraisal(
    Function<RequestRates, AccessClass> classify, List<NodeProfile> profiles, Ratio hotAbove) {

  /**
   * What is to be shown.
   *
   * @param wanted the plan that would put everything in its place; null when there is none
   * @param reasons why
   */
  public ClusterView view(Observation seen, @Nullable Plan wanted, List<Reason> reasons) {
    Map<PartitionId, NodeId> goal = new HashMap<>();
    Map<NodeId, @Nullable MemorySplit> split = new HashMap<>();
    if (wanted != null) {
      for (NodeTarget target : wanted.target().nodes()) {
        split.put(target.node(), target.profile().memory());
        target.partitions().forEach(partition -> goal.put(partition, target.node()));
      }
    }
    Set<String> unreadable = subjects(seen, Gap.Kind.NODE_UNREADABLE);
    Set<String> suspended = subjects(seen, Gap.Kind.SPLIT_BY_RESTART_ONLY);
    Map<NodeId, List<Partition>> held = seen.topology().partitionsByNode();
    List<NodeRow> nodes = new ArrayList<>();
    for (Node node : seen.topology().nodes()) {
      nodes.add(
          nodeRow(
              node,
              seen,
              held.getOrDefault(node.id(), List.of()),
              split.get(node.id()),
              unreadable.contains(node.id().value()),
              suspended.contains(node.id().value())));
    }
    return new ClusterView(
        seen,
        nodes,
        partitionRows(seen, goal),
        sum(seen.topology().partitions(), seen),
        wanted == null ? null : wanted.price(),
        reasons,
        List.of());
  }

  private static Set<String> subjects(Observation seen, Gap.Kind kind) {
    return seen.gaps().stream()
        .filter(gap -> gap.kind() == kind)
        .map(Gap::subject)
        .collect(Collectors.toSet());
  }

  private NodeRow nodeRow(
      Node node,
      Observation seen,
      List<Partition> held,
      @Nullable MemorySplit wanted,
      boolean unreadable,
      boolean suspended) {
    NodeLoad load = seen.loads().get(node.id());
    List<Remark> remarks = new ArrayList<>();
    if (unreadable) {
      remarks.add(Remark.UNREADABLE);
    }
    if (load != null && load.host().cpu() != null && load.host().cpu().exceeds(hotAbove)) {
      remarks.add(Remark.HOT);
    }
    MemorySplit memory = node.memory();
    if (wanted != null && memory != null && !memory.isAbout(wanted)) {
      remarks.add(Remark.MISCONFIGURED);
    }
    if (!node.memoryOnline() && memory != null && !suspended) {
      remarks.add(Remark.NO_PLUGIN);
    }
    TreeMap<AccessClass, Ratio> serves = serves(held, seen);
    return new NodeRow(
        node.id(),
        profileOf(memory, serves),
        memory,
        serves,
        sum(held, seen),
        load,
        held.size(),
        remarks);
  }

  /** Profiles may share a split (MeT's read and scan do): what the node serves tells them apart. */
  private @Nullable String profileOf(
      @Nullable MemorySplit memory, TreeMap<AccessClass, Ratio> serves) {
    if (memory == null) {
      return null;
    }
    List<String> names =
        profiles.stream()
            .filter(profile -> profile.memory() != null && memory.isAbout(profile.memory()))
            .map(NodeProfile::name)
            .sorted()
            .toList();
    return serves.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most -> most.getKey().toString())
        .filter(names::contains)
        .orElseGet(() -> names.isEmpty() ? null : String.join("/", names));
  }

  private TreeMap<AccessClass, Ratio> serves(List<Partition> held, Observation seen) {
    Map<AccessClass, Double> byClass = new HashMap<>();
    double all = 0;
    for (Partition partition : held) {
      RequestRates rates = seen.basis().isMeasured() ? seen.rates().get(partition.id()) : null;
      if (rates != null) {
        byClass.merge(classify.apply(rates), rates.total(), Double::sum);
        all += rates.total();
      }
    }
    TreeMap<AccessClass, Ratio> shares = new TreeMap<>();
    if (all > 0) {
      double whole = all;
      byClass.forEach((use, rate) -> shares.put(use, Ratio.share(rate, whole)));
    }
    return shares;
  }

  private static @Nullable Double sum(List<Partition> partitions, Observation seen) {
    double sum = 0;
    boolean known = false;
    for (Partition partition : partitions) {
      RequestRates rates = seen.rates().get(partition.id());
      if (rates != null) {
        sum += rates.total();
        known = true;
      }
    }
    return known ? Double.valueOf(sum) : null;
  }

  private List<PartitionRow> partitionRows(Observation seen, Map<PartitionId, NodeId> goal) {
    Set<PartitionId> inTransition = new HashSet<>(seen.topology().inTransition());
    List<PartitionRow> rows = new ArrayList<>();
    for (Partition partition : seen.topology().partitions()) {
      RequestRates rates = seen.rates().get(partition.id());
      NodeId wanted = goal.get(partition.id());
      boolean misplaced = wanted != null && !Objects.equals(wanted, partition.node());
      List<Remark> remarks = new ArrayList<>();
      if (inTransition.contains(partition.id())) {
        remarks.add(Remark.IN_TRANSITION);
      } else if (partition.node() == null) {
        remarks.add(Remark.UNSERVED);
      }
      if (misplaced) {
        remarks.add(Remark.MISPLACED);
      }
      rows.add(
          new PartitionRow(
              partition,
              rates == null || !seen.basis().isMeasured() ? null : classify.apply(rates),
              rates,
              misplaced ? wanted : null,
              remarks));
    }
    rows.sort(
        Comparator.comparingDouble(PartitionRow::total)
            .reversed()
            .thenComparing(row -> row.partition().id()));
    return rows;
  }
}
