package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.EndMachine;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.ReleaseMemorySplit;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What an action changed, each with what was before it; where it changed something several times,
 * the first time counts. An action is one plan or several, each of which goes on with the one
 * before.
 */
final class PriorValues {
  /** Where partitions were; what was moved last comes first. */
  final Map<PartitionId, NodeId> places = new LinkedHashMap<>();

  /** How nodes divided their heaps. */
  final Map<NodeId, MemorySplit> splits = new TreeMap<>();

  /** Those of them that went by what they were started with. */
  final Set<NodeId> unpinned = new HashSet<>();

  /** What puts back what else nodes were restarted with. */
  final Map<NodeId, SettingsChange> nodeSettings = new HashMap<>();

  /** Nodes that were stopped for good. */
  final Map<NodeId, MemorySplit> stopped = new TreeMap<>();

  /** Nodes that were restarted, and may be down because of it. */
  final Set<NodeId> restarted = new HashSet<>();

  /** How many nodes were asked for. */
  int asked;

  /** What puts other settings back; what was set last comes first. */
  final Set<Step> settings = new LinkedHashSet<>();

  /** Partitions whose data was brought to where they went. */
  final Map<PartitionId, CompactPartition> compacted = new HashMap<>();

  /** Steps of which nobody knows what was before. */
  final List<Step> unknown = new ArrayList<>();

  /**
   * Reads it off the steps.
   *
   * @param action its plans, the oldest first
   */
  static PriorValues of(List<IssuedSteps> action) {
    PriorValues prior = new PriorValues();
    for (int plan = action.size() - 1; plan >= 0; plan--) {
      List<Step> steps = action.get(plan).steps();
      for (int step = steps.size() - 1; step >= 0; step--) {
        prior.take(steps.get(step), action.get(plan).before());
      }
    }
    return prior;
  }

  private void take(Step step, Topology before) {
    if (step instanceof CompactPartition compaction) {
      compacted.put(compaction.partition(), compaction);
    } else if (step instanceof RestartNode restart) {
      restarted.add(restart.node());
    }
    if (step instanceof SetMemorySplit set) {
      before.node(set.node()).ifPresent(this::takePinning);
    }
    Optional<Step> inverse = step.inverse(before);
    if (inverse.isPresent()) {
      putBack(inverse.get());
    } else if (!leavesNoTrace(step)) {
      unknown.add(step);
    }
  }

  private void takePinning(Node was) {
    if (was.pinned()) {
      unpinned.remove(was.id());
    } else {
      unpinned.add(was.id());
    }
  }

  private void putBack(Step inverse) {
    if (inverse instanceof MovePartition move) {
      places.put(move.partition(), move.to());
    } else if (inverse instanceof SetMemorySplit set) {
      splits.put(set.node(), set.memory());
    } else if (inverse instanceof RestartNode restart) {
      splits.put(restart.node(), restart.memory());
      nodeSettings.merge(restart.node(), restart.settings(), SettingsChange::and);
    } else if (inverse instanceof AddNode add) {
      stopped.put(add.planned(), add.memory());
    } else if (inverse instanceof RemoveNode) {
      asked++;
    } else {
      settings.add(inverse);
    }
  }

  private static boolean leavesNoTrace(Step step) {
    return step instanceof CompactPartition
        || step instanceof ForgetNode
        || step instanceof EndMachine
        || step instanceof ReleaseMemorySplit;
  }
}
