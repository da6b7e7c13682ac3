package io.proteus.core.strategy.placement;

import static io.proteus.core.strategy.ReasonCode.GROUPED;
import static io.proteus.core.strategy.ReasonCode.GROUPS_MERGED;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.placement.MostSimilar.Bundle;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * MeT's stages C and D: nodes to groups (MET-7), partitions to the nodes of their group (MET-8),
 * and the sets so made to the nodes that already hold the most of them (MET-9).
 *
 * <p>Where the paper is silent: with more groups than nodes, the group with the fewest requests
 * joins the read-write group (or the next smallest, if there is none). Idle partitions do not count
 * towards a group; they stay where they are, unless their node goes.
 *
 * @param mixed the profile that merged groups get
 */
public record MetPlacement(NodeProfile mixed) implements PlacementPolicy {

  @Override
  public Placement place(List<Group> groups, List<Load> idle, List<Node> present, int nodes) {
    if (nodes < 1) {
      throw new InvalidValue("placement: want 1 or more nodes, got %d.".formatted(nodes));
    }
    List<Reason> reasons = new ArrayList<>();
    List<Group> merged = mergeToFit(groups, nodes, reasons);
    if (merged.isEmpty()) {
      throw new InvalidValue("placement: want partitions with requests, got none.");
    }
    int[] shares =
        NodeShares.apportion(
            merged.stream().mapToInt(group -> group.loads().size()).toArray(), nodes);
    List<Bundle> sets = new ArrayList<>();
    for (int index = 0; index < shares.length; index++) {
      Group group = merged.get(index);
      for (List<Load> loads : LongestProcessingTime.assign(group.loads(), shares[index])) {
        sets.add(new Bundle(group.profile(), loads));
      }
    }
    reasons.add(GROUPED.says(describe(merged, shares)));
    return give(sets, idle, present, reasons);
  }

  private List<Group> mergeToFit(List<Group> groups, int nodes, List<Reason> reasons) {
    List<Group> fitting =
        new ArrayList<>(groups.stream().filter(g -> !g.loads().isEmpty()).toList());
    while (fitting.size() > nodes) {
      fitting.sort(Comparator.comparingDouble(Group::cost));
      Group smallest = fitting.remove(0);
      Group host =
          fitting.stream()
              .filter(group -> group.profile().equals(mixed))
              .findFirst()
              .orElseGet(() -> fitting.get(0));
      fitting.remove(host);
      List<Load> both = new ArrayList<>(host.loads());
      both.addAll(smallest.loads());
      fitting.add(new Group(mixed, both));
      reasons.add(
          GROUPS_MERGED.says(
              "{%d nodes} cannot hold %d groups apart: %s joins %s as %s",
              nodes,
              fitting.size() + 1,
              smallest.profile().name(),
              host.profile().name(),
              mixed.name()));
    }
    fitting.sort(Comparator.comparing(group -> group.profile().name()));
    return fitting;
  }

  private static Placement give(
      List<Bundle> sets, List<Load> idle, List<Node> present, List<Reason> reasons) {
    int[] nodeOfSet = MostSimilar.match(present, sets, idleBytes(idle, present));
    Map<NodeId, NodeProfile> profileOf = new TreeMap<>();
    Map<NodeId, List<PartitionId>> held = new HashMap<>();
    int planned = 0;
    for (int set = 0; set < nodeOfSet.length; set++) {
      int node = nodeOfSet[set];
      NodeId id = node < present.size() ? present.get(node).id() : NodeId.planned(++planned);
      profileOf.put(id, sets.get(set).profile());
      List<PartitionId> partitions = new ArrayList<>();
      sets.get(set).loads().forEach(load -> partitions.add(load.partition()));
      held.put(id, partitions);
    }
    placeIdle(idle, held);
    List<NodeTarget> targets =
        profileOf.entrySet().parallelStream()
            .map(
                entry ->
                    new NodeTarget(
                        entry.getKey(),
                        entry.getValue(),
                        held.getOrDefault(entry.getKey(), List.of())))
            .toList();
    List<NodeId> removed =
        present.stream().map(Node::id).filter(id -> !held.containsKey(id)).toList();
    return new Placement(targets, removed, reasons);
  }

  private static long[] idleBytes(List<Load> idle, List<Node> present) {
    Map<NodeId, Long> byNode = new HashMap<>();
    for (Load load : idle) {
      if (load.node() != null) {
        byNode.merge(load.node(), load.bytes() + 1, Long::sum);
      }
    }
    return present.stream().mapToLong(node -> byNode.getOrDefault(node.id(), 0L)).toArray();
  }

  private static void placeIdle(List<Load> idle, Map<NodeId, List<PartitionId>> held) {
    List<Load> homeless = new ArrayList<>();
    for (Load load : idle) {
      List<PartitionId> home = load.node() == null ? null : held.get(load.node());
      if (home == null) {
        homeless.add(load);
      } else {
        home.add(load.partition());
      }
    }
    var emptiest =
        new PriorityQueue<Map.Entry<NodeId, List<PartitionId>>>(
            Comparator.<Map.Entry<NodeId, List<PartitionId>>>comparingInt(e -> e.getValue().size())
                .thenComparing(Map.Entry::getKey));
    emptiest.addAll(held.entrySet());
    for (Load load : homeless) {
      var node = emptiest.remove();
      node.getValue().add(load.partition());
      emptiest.add(node);
    }
  }

  private static Sentence describe(List<Group> groups, int[] shares) {
    List<Sentence> parts = new ArrayList<>();
    for (int index = 0; index < shares.length; index++) {
      NodeProfile profile = groups.get(index).profile();
      Sentence held =
          Sentence.of(
              "{%d partitions} on {%d nodes}", groups.get(index).loads().size(), shares[index]);
      parts.add(profile.asksNothing() ? held : Sentence.of("%s: %s", profile.name(), held));
    }
    return Sentence.joined("; ", parts);
  }
}
