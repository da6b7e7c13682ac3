package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.HEAP_DIVIDED;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.HeapByUse;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Has every node divide its heap by what it serves ({@link HeapByUse}), beside another strategy
 * that counts nodes and places partitions. One thing at a time: heaps first, with every partition
 * where it is, which takes seconds and leaves the caches warm; then what the other strategy would
 * move. A resize sets the heaps for what its nodes are to hold.
 *
 * <p>Only where it takes no restart, and where the heap has room: other nodes are left as they are,
 * and named. So are, in silence, those of which not all is known: what is asked of each partition,
 * and how large the heap is.
 *
 * @param room which caches may not be enlarged while their node runs; without it a node that the
 *     planner leaves as it is would be asked for again and again, and nothing else be done
 */
public record HeapStrategy(Strategy other, HeapRoom room) implements Strategy {

  @Override
  public Verdict decide(Situation now) {
    return divided(other.decide(now), now);
  }

  @Override
  public Verdict decideRegardlessOfLoad(Situation now) {
    return divided(other.decideRegardlessOfLoad(now), now);
  }

  private Verdict divided(Verdict answer, Situation now) {
    if (!(answer instanceof Verdict.Retarget wanted)) {
      return answer;
    }
    Layout target = wanted.target();
    if (WorthIt.resizes(now, target)) {
      Divided all = new Divided(now, room, target.nodes());
      return all.differ.isEmpty()
          ? answer
          : new Verdict.Retarget(
              Layout.of(all.targets, target.removed(), target.blockSizes(), target.settings()),
              all.reasons(wanted.reasons()),
              wanted.memory());
    }
    Divided present = new Divided(now, room, AsItIs.without(List.of(), now));
    return present.differ.isEmpty()
        ? answer
        : new Verdict.Retarget(
            Layout.of(present.targets, List.of(), Map.of()),
            present.reasons(wanted.reasons()),
            wanted.memory());
  }

  /** Targets with their heaps divided. */
  private static final class Divided {
    final List<NodeTarget> targets = new ArrayList<>();
    final TreeSet<NodeId> differ = new TreeSet<>();
    private final TreeSet<NodeId> unable = new TreeSet<>();
    private final List<Reason> full = new ArrayList<>();
    private final Situation now;
    private final HeapRoom room;
    private final Map<PartitionId, Partition> partitions = new HashMap<>();
    private final Map<TableId, @Nullable ByteSize> blocks = new HashMap<>();
    private double readBytes;
    private double writeBytes;

    Divided(Situation now, HeapRoom room, List<NodeTarget> wanted) {
      this.now = now;
      this.room = room;
      now.topology().partitions().forEach(partition -> partitions.put(partition.id(), partition));
      for (Table table : now.topology().tables()) {
        blocks.put(table.id(), table.blockSize());
      }
      wanted.forEach(target -> targets.add(divided(target)));
    }

    private NodeTarget divided(NodeTarget target) {
      ByteSize heap = heapOf(target.node());
      if (heap == null) {
        return target;
      }
      HeapByUse use = new HeapByUse();
      for (PartitionId id : target.partitions()) {
        Partition partition = partitions.get(id);
        RequestRates rates = now.rates().get(id);
        if (partition == null || rates == null) {
          return target;
        }
        use.holds(rates, partition.size(), blocks.get(partition.table()));
      }
      MemorySplit present = target.profile().memory();
      MemorySplit split = use.split(present, heap);
      if (split.isAbout(present)) {
        return target;
      }
      if (!isAble(target.node(), split)) {
        return target;
      }
      differ.add(target.node());
      readBytes += use.read().bytes();
      writeBytes += use.written().bytes();
      return new NodeTarget(
          target.node(),
          new NodeProfile(NodeProfile.BY_POLICY, split, target.profile().blockSize()),
          target.partitions());
    }

    /** A new node has as much heap as the least of the others. */
    private @Nullable ByteSize heapOf(NodeId node) {
      NodeLoad load = now.loads().get(node);
      return load != null || !node.isPlanned()
          ? (load == null ? null : load.heapMax())
          : now.loads().values().stream()
              .map(NodeLoad::heapMax)
              .filter(Objects::nonNull)
              .min(ByteSize::compareTo)
              .orElse(null);
    }

    /** A new node is started with its split. */
    private boolean isAble(NodeId id, MemorySplit split) {
      Node node = now.topology().node(id).orElse(null);
      if (node == null) {
        return id.isPlanned();
      }
      if (!node.takesOnline(split)) {
        unable.add(id);
        return false;
      }
      Optional<Reason> objection = room.objection(node, now.loads().get(id), split);
      objection.ifPresent(full::add);
      return objection.isEmpty();
    }

    List<Reason> reasons(List<Reason> others) {
      List<Reason> all = new ArrayList<>();
      all.add(
          HEAP_DIVIDED.because(
              "configuration.policy",
              "heaps of %s are divided by what they serve: within minutes %s are read and %s buffered for writes, on average",
              Few.of(List.copyOf(differ)),
              mean(readBytes),
              mean(writeBytes)));
      if (!unable.isEmpty()) {
        all.add(
            NOT_CAPABLE.says(
                "heaps of %s stay as they are, as dividing them anew would take a restart",
                Few.of(List.copyOf(unable))));
      }
      all.addAll(full);
      all.addAll(others);
      return all;
    }

    private ByteSize mean(double bytes) {
      return ByteSize.ofBytes(Math.round(bytes / differ.size()));
    }
  }
}
