package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.HEAP_DIVIDED;
import static io.proteus.core.strategy.ReasonCode.HEAP_FULL;
import static io.proteus.core.strategy.ReasonCode.INITIAL_RECONFIGURATION;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.SETTINGS_LEFT;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.HeapByUse;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lets every node divide its heap by what it serves ({@link HeapByUse}). One plan does one thing,
 * and partitions stay where they are while heaps change, so that caches stay warm. The order: heaps
 * come before a growth unless the growth is large, because nodes with too small caches say little
 * about how many are needed; a removal and the completion of a resize come before heaps; heaps come
 * before moves.
 *
 * <p>A node stays as it is, and is named, where dividing takes a restart, where its heap has no
 * room, and where an earlier request for a similar split was undone or never took effect. A node
 * whose request rates or heap size are unknown is skipped without a reason. All nodes are skipped
 * where requests are not measured partition by partition.
 *
 * @param model how nodes use what they divide
 * @param room which caches may not be enlarged while their node runs
 * @param beforeGrowthBelow a growth to less than so many times the present nodes waits; 0: none
 *     does
 */
public record HeapDivision(MemoryModel model, HeapRoom room, double beforeGrowthBelow)
    implements Proposer {
  private static final String POLICY = "heap";

  /** Splits that differ by less are the same wish. */
  private static final double ALIKE = 0.05;

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    return before.map(answer -> divided(answer, now, trigger == DecisionTrigger.ON_REQUEST));
  }

  private Verdict divided(Verdict answer, Situation now, boolean askedFor) {
    if (!(answer instanceof Verdict.Retarget wanted)
        || now.memory().resizingTo() != 0
        || !now.basis().isMeasured()) {
      return answer;
    }
    if (WorthIt.resizes(now, wanted.target())) {
      return mayWait(now, wanted) ? beforeGrowth(now, wanted) : answer;
    }
    Heaps heaps = new Heaps(now, this, askedFor);
    List<Reason> reasons = heaps.reasons();
    if (heaps.differ.isEmpty()) {
      if (reasons.isEmpty()) {
        return answer;
      }
      List<Reason> all = new ArrayList<>(wanted.reasons());
      all.addAll(reasons);
      return new Verdict.Retarget(wanted.target(), all, wanted.memory());
    }
    reasons.addAll(wanted.reasons());
    return new Verdict.Retarget(
        Layout.of(heaps.targets(), List.of(), Map.of()),
        reasons,
        wanted.memory().with(heaps.decided()));
  }

  /**
   * Whether the retarget is a growth that can wait: it is not large and replaces no missing node.
   */
  private boolean mayWait(Situation now, Verdict.Retarget wanted) {
    int present = now.topology().nodes().size();
    int nodes = wanted.target().nodes().size();
    return wanted.target().removed().isEmpty()
        && nodes > present
        && nodes < beforeGrowthBelow * present
        && wanted.reasons().stream().noneMatch(reason -> reason.code() == AT_NODE_BOUND);
  }

  /**
   * The verdict that divides heaps and leaves the growth for later. It forgets what nodes served
   * until now.
   */
  private Verdict beforeGrowth(Situation now, Verdict.Retarget growth) {
    Heaps heaps = new Heaps(now, this, false);
    if (heaps.differ.isEmpty()) {
      return growth;
    }
    StrategyMemory learned = now.memory().learning(growth.memory());
    List<Reason> reasons = heaps.reasons();
    reasons.add(
        INITIAL_RECONFIGURATION.because(
            "scaling.configureFirstBelow",
            "heaps are divided before {%d nodes} {becomes|become} %d (wanted: %s)",
            now.topology().nodes().size(),
            growth.target().nodes().size(),
            growth.reasons().get(0).sentence()));
    return new Verdict.Retarget(
        Layout.of(heaps.targets(), List.of(), Map.of()),
        reasons,
        learned.with(learned.scaling().withoutYields()).withReconfigured().with(heaps.decided()));
  }

  /** How the heaps of the nodes that there are should be divided. */
  private static final class Heaps {
    final TreeMap<NodeId, MemorySplit> differ = new TreeMap<>();
    private final Situation now;
    private final Set<NodeId> unable = new TreeSet<>();
    private final Set<NodeId> full = new TreeSet<>();
    private final Set<NodeId> left = new TreeSet<>();
    private double readBytes;
    private double writeBytes;

    Heaps(Situation now, HeapDivision rules, boolean askedFor) {
      this.now = now;
      boolean online = now.latest().capabilities().contains(Capability.MEMORY_SPLIT_ONLINE);
      Map<NodeId, HeapByUse> uses = uses(now, rules.model);
      for (Node node : now.topology().nodes()) {
        HeapByUse use = uses.get(node.id());
        NodeLoad load = now.loads().get(node.id());
        MemorySplit present = node.memory();
        if (use == null || load == null || load.heapMax() == null || present == null) {
          continue;
        }
        MemorySplit split = use.split(present, load.heapMax());
        if (split.isAbout(present)) {
          continue;
        }
        if (!online || !node.takesOnline(split)) {
          unable.add(node.id());
        } else if (rules.room.objection(node, load, split).isPresent()) {
          full.add(node.id());
        } else if (!askedFor && wasAskedFor(node.id(), split)) {
          left.add(node.id());
        } else {
          differ.put(node.id(), split);
          readBytes += use.read().bytes();
          writeBytes += use.written().bytes();
        }
      }
    }

    /** How each node uses its heap; nodes without full information are left out. */
    private static Map<NodeId, HeapByUse> uses(Situation now, MemoryModel model) {
      Map<NodeId, HeapByUse> uses = new HashMap<>();
      now.topology().nodes().forEach(node -> uses.put(node.id(), new HeapByUse(model)));
      Map<TableId, @Nullable ByteSize> blocks = new HashMap<>();
      for (Table table : now.topology().tables()) {
        blocks.put(table.id(), table.blockSize());
      }
      boolean allKnown = now.rates().size() >= now.partitions().size();
      Set<NodeId> unknown = new HashSet<>();
      for (LoadedPartition loaded : now.partitions()) {
        Partition partition = loaded.partition();
        NodeId node = partition.node();
        HeapByUse use = node == null ? null : uses.get(node);
        if (node == null || use == null) {
          continue;
        }
        if (!allKnown && !now.rates().containsKey(partition.id())) {
          unknown.add(node);
        }
        use.holds(loaded.rates(), partition.size(), blocks.get(partition.table()));
      }
      uses.keySet().removeAll(unknown);
      return uses;
    }

    /** Whether an earlier plan has set about the same, or was begun for it. */
    private boolean wasAskedFor(NodeId node, MemorySplit split) {
      return now.memory()
          .settings()
          .of(subject(node))
          .map(Standing::inForce)
          .map(before -> before.values().get("writeBuffer"))
          .filter(
              share -> Math.abs(Double.parseDouble(share) - split.writeBuffer().value()) < ALIKE)
          .isPresent();
    }

    private static String subject(NodeId node) {
      return "heap " + node;
    }

    /** The memory once the heaps are divided; only present nodes are in it. */
    SettingsMemory decided() {
      Map<String, Standing> subjects = new TreeMap<>();
      for (Node node : now.topology().nodes()) {
        String subject = subject(node.id());
        now.memory().settings().of(subject).ifPresent(is -> subjects.put(subject, is));
      }
      differ.forEach(
          (node, split) ->
              subjects.put(
                  subject(node),
                  Standing.switchedTo(
                      new Choice(
                          POLICY,
                          new TreeMap<>(
                              Map.of(
                                  "writeBuffer",
                                  String.format(
                                      Locale.ROOT, "%.2f", split.writeBuffer().value())))))));
      return SettingsMemory.of(subjects);
    }

    List<NodeTarget> targets() {
      List<NodeTarget> targets = new ArrayList<>();
      for (NodeTarget target : PresentLayout.without(List.of(), now)) {
        MemorySplit split = differ.get(target.node());
        targets.add(
            split == null
                ? target
                : new NodeTarget(
                    target.node(),
                    new NodeProfile(NodeProfile.BY_POLICY, split, null),
                    target.partitions()));
      }
      return targets;
    }

    List<Reason> reasons() {
      List<Reason> all = new ArrayList<>();
      if (!differ.isEmpty()) {
        all.add(
            HEAP_DIVIDED.because(
                "configuration.policy",
                "heaps of %s are divided by what they serve: within minutes %s are read and %s"
                    + " buffered for writes, on average",
                few(differ.keySet()),
                mean(readBytes),
                mean(writeBytes)));
      }
      if (!unable.isEmpty()) {
        all.add(
            NOT_CAPABLE.says(
                "heaps of %s stay as they are, as dividing them anew would take a restart",
                few(unable)));
      }
      if (!full.isEmpty()) {
        all.add(
            HEAP_FULL.because(
                "guards.heapFull",
                "heaps of %s stay as they are, as they have no room for larger {caches}",
                few(full)));
      }
      if (!left.isEmpty()) {
        all.add(
            SETTINGS_LEFT.says(
                "heaps of %s stay as they are, as much the same was asked for before and is not"
                    + " there; plan and apply ask again with --regardless-of-load",
                few(left)));
      }
      return all;
    }

    private static String few(Collection<NodeId> nodes) {
      return Few.of(List.copyOf(nodes));
    }

    private ByteSize mean(double bytes) {
      return ByteSize.ofBytes(Math.round(bytes / differ.size()));
    }
  }
}
