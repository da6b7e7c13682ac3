package io.proteus.core.step;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state before an action, for each thing that it changed. Where it changed something several
 * times, the state before the first change counts. Steps report their changes here.
 */
public final class PriorValues {
  private final Map<PartitionId, NodeId> places = new LinkedHashMap<>();
  private final Map<NodeId, MemorySplit> splits = new TreeMap<>();
  private final Set<NodeId> unpinned = new HashSet<>();
  private final Map<NodeId, SettingsChange> nodeSettings = new HashMap<>();
  private final Map<NodeId, @Nullable MemorySplit> stopped = new TreeMap<>();
  private final Set<NodeId> restarted = new HashSet<>();
  private int added;
  private final Set<Step> putBackBy = new LinkedHashSet<>();
  private final Map<PartitionId, CompactPartition> compacted = new HashMap<>();
  private final List<Step> unknown = new ArrayList<>();

  /** What the action itself set, by place and key; empty where it took the setting off. */
  private final Map<Setting, Set<Optional<String>>> set = new HashMap<>();

  /** How the action itself divided the heaps of nodes. */
  private final Map<NodeId, Set<MemorySplit>> divided = new HashMap<>();

  /** Nodes that the action let go by a split of their own, which nobody knows. */
  private final Set<NodeId> released = new HashSet<>();

  /** A setting of a table, a column family or a node. */
  private record Setting(Object place, String key) {}

  private PriorValues() {}

  /**
   * Reads it off the steps.
   *
   * @param action its plans, the oldest first
   */
  public static PriorValues of(List<IssuedSteps> action) {
    PriorValues prior = new PriorValues();
    for (int plan = action.size() - 1; plan >= 0; plan--) {
      List<Step> steps = action.get(plan).steps();
      for (int step = steps.size() - 1; step >= 0; step--) {
        steps.get(step).tell(prior, action.get(plan).before());
      }
    }
    return prior;
  }

  // what steps tell

  public void wasOn(PartitionId partition, NodeId node) {
    places.put(partition, node);
  }

  public void wasDivided(NodeId node, MemorySplit split) {
    splits.put(node, split);
  }

  public void wasPinned(NodeId node, boolean pinned) {
    if (pinned) {
      unpinned.remove(node);
    } else {
      unpinned.add(node);
    }
  }

  /** {@code back} puts back what the node was restarted with. */
  public void wasSet(NodeId node, SettingsChange back) {
    nodeSettings.merge(node, back, SettingsChange::and);
  }

  public void wasRestarted(NodeId node) {
    restarted.add(node);
  }

  public void wasStopped(NodeId node, @Nullable MemorySplit split) {
    stopped.put(node, split);
  }

  public void nodeWasAdded() {
    added++;
  }

  public void wasCompacted(CompactPartition compaction) {
    compacted.put(compaction.partition(), compaction);
  }

  /** The action itself set this. */
  public void isSet(Object place, SettingsChange change) {
    change.set().forEach((key, value) -> isSet(place, key, value));
    change.removed().forEach(key -> isSet(place, key, null));
  }

  /**
   * The action itself set this.
   *
   * @param value null where it took the setting off
   */
  public void isSet(Object place, String key, @Nullable String value) {
    set.computeIfAbsent(new Setting(place, key), setting -> new HashSet<>())
        .add(Optional.ofNullable(value));
  }

  /** The action itself divided the heap of a node so. */
  public void isDivided(NodeId node, MemorySplit split) {
    divided.computeIfAbsent(node, of -> new HashSet<>()).add(split);
  }

  /** The action let a node go by a split of its own, which nobody knows. */
  public void isReleased(NodeId node) {
    released.add(node);
  }

  /** An undo issues this step, unless it is done by then. */
  public void isPutBackBy(Step inverse) {
    putBackBy.add(inverse);
  }

  /** The state before this step is not known, so an undo leaves it alone. */
  public void isUnknown(Step step) {
    unknown.add(step);
  }

  // what an undo asks

  /** The earlier nodes of partitions; the partition that was moved last comes first. */
  public Map<PartitionId, NodeId> places() {
    return Collections.unmodifiableMap(places);
  }

  /** How nodes divided their heaps. */
  public Map<NodeId, MemorySplit> splits() {
    return Collections.unmodifiableMap(splits);
  }

  /** Nodes that divided their heaps otherwise, or were started with other settings. */
  public Set<NodeId> configured() {
    Set<NodeId> nodes = new TreeSet<>(splits.keySet());
    nodes.addAll(nodeSettings.keySet());
    return nodes;
  }

  /** Whether the node went by the split that it was started with. */
  public boolean wasUnpinned(NodeId node) {
    return unpinned.contains(node);
  }

  /** Whether a value is as it was, or one that the action set. */
  boolean isStillSet(Object place, String key, @Nullable String before, @Nullable String is) {
    Set<Optional<String>> values = set.get(new Setting(place, key));
    return values == null || Objects.equals(before, is) || values.contains(Optional.ofNullable(is));
  }

  /** Whether a split is one that the action gave the node, or may have. */
  boolean isStillDivided(NodeId node, MemorySplit is) {
    Set<MemorySplit> splits = divided.get(node);
    return splits == null || released.contains(node) || splits.stream().anyMatch(is::isAbout);
  }

  /** The change that restores the other settings with which the node was restarted. */
  public SettingsChange nodeSettings(NodeId node) {
    return nodeSettings.getOrDefault(node, SettingsChange.NOTHING);
  }

  /** Nodes that were stopped for good, and how they divided their heaps; null for none. */
  public Map<NodeId, @Nullable MemorySplit> stopped() {
    return Collections.unmodifiableMap(stopped);
  }

  /** Whether the node was restarted, and may be down because of it. */
  public boolean isRestarted(NodeId node) {
    return restarted.contains(node);
  }

  /** How many nodes were asked for. */
  public int added() {
    return added;
  }

  /** Steps that put back everything else; the step that undoes the last change comes first. */
  public Set<Step> putBackBy() {
    return Collections.unmodifiableSet(putBackBy);
  }

  /** How the data of a partition was brought to the node that it went to; empty when it was not. */
  public Optional<CompactPartition> compaction(PartitionId partition) {
    return Optional.ofNullable(compacted.get(partition));
  }

  /** Steps whose earlier state is not known. */
  public List<Step> unknown() {
    return Collections.unmodifiableList(unknown);
  }
}
