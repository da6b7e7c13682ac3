package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.MODELLED;
import static io.proteus.core.strategy.ReasonCode.NO_PARTITIONS;
import static io.proteus.core.strategy.ReasonCode.NO_TRAFFIC;
import static io.proteus.core.strategy.ReasonCode.ONE_NODE;
import static io.proteus.core.strategy.ReasonCode.TOO_FEW_SAMPLES;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.model.CostModel;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.demand.BetterLayout;
import io.proteus.core.strategy.demand.ModelSettings;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Places partitions and divides the memory of nodes together, as a model of service demands expects
 * to answer most ({@link BetterLayout}). The number of nodes is decided before: a resize and what
 * completes it stand, and so does a hold for want of figures. Stores that place partitions
 * themselves, or keep several copies of them, are left alone. Nothing is done while no node is
 * busy, because all that is asked for is answered then.
 *
 * @param demands what requests cost
 * @param memory how nodes use what they divide
 * @param costs of changes
 * @param room which caches may not be enlarged while their node runs
 * @param busyAbove CPU and I/O wait that some node must exceed
 * @param settings when a layout is worth having
 */
public record LayoutByModel(
    DemandModel demands,
    MemoryModel memory,
    CostModel costs,
    HeapRoom room,
    Ratio busyAbove,
    ModelSettings settings)
    implements Proposer {
  private static final Set<ReasonCode> BLIND =
      Set.of(METRICS_INCOMPLETE, NO_PARTITIONS, NO_TRAFFIC, ONE_NODE, TOO_FEW_SAMPLES);

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    return before.map(answer -> modelled(answer, now, trigger == DecisionTrigger.ON_REQUEST));
  }

  private Verdict modelled(Verdict answer, Situation now, boolean askedFor) {
    boolean stands =
        now.memory().resizingTo() != 0
            || now.topology().placing().byStore()
            || now.topology().copies() > 1
            || !now.latest().capabilities().contains(Capability.MOVE_PARTITION)
            || answer.reasons().stream().anyMatch(reason -> BLIND.contains(reason.code()))
            || (answer instanceof Verdict.Retarget wanted && WorthIt.resizes(now, wanted.target()))
            // what unlike nodes can do is learned and placed by, and not in the model
            || !NodeSpeeds.of(now).learned().isEmpty()
            || !(askedFor || isBusy(now));
    if (stands) {
      return answer;
    }
    Optional<BetterLayout> found =
        BetterLayout.of(
            now,
            demands,
            memory,
            costs,
            settings.paysWithin(),
            (node, split) -> may(now, node, split));
    if (found.isEmpty()) {
      return answer;
    }
    BetterLayout better = found.get();
    if (better.changesNothing() || better.net() < settings.leastGain().value()) {
      return nothingBetter(answer, better);
    }
    List<Reason> reasons = new ArrayList<>(List.of(why(better)));
    reasons.addAll(answer.reasons());
    return new Verdict.Retarget(
        Layout.of(targets(now, better), List.of(), Map.of()),
        reasons,
        answer.memory().withReconfigured(),
        Ratio.of(Math.min(1, better.gain())));
  }

  /** What else was proposed stands, and is weighed by what it costs as any plan is. */
  private Verdict nothingBetter(Verdict answer, BetterLayout better) {
    if (answer instanceof Verdict.Retarget) {
      return answer;
    }
    List<Reason> reasons = new ArrayList<>(answer.reasons());
    reasons.add(
        MODELLED.because(
            "model.leastGain",
            "no other layout is expected to answer clients more than %.0f %% faster after its"
                + " price, and %s are wanted",
            Math.max(0, 100 * better.net()),
            settings.leastGain()));
    return new Verdict.Hold(reasons, answer.memory());
  }

  private boolean isBusy(Situation now) {
    for (Node node : now.topology().nodes()) {
      NodeLoad load = now.loads().get(node.id());
      if (load != null && load.host().cpu() != null) {
        Ratio wait = load.host().ioWait();
        double busy = load.host().cpu().value() + (wait == null ? 0 : wait.value());
        if (busy > busyAbove.value()) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean may(Situation now, Node node, MemorySplit split) {
    Set<Capability> able = now.latest().capabilities();
    boolean online = able.contains(Capability.MEMORY_SPLIT_ONLINE) && node.takesOnline(split);
    return (online || able.contains(Capability.RESTART_NODE))
        && room.objection(node, now.loads().get(node.id()), split).isEmpty();
  }

  private static List<NodeTarget> targets(Situation now, BetterLayout better) {
    Map<NodeId, List<PartitionId>> held = new HashMap<>();
    for (Partition partition : now.topology().partitions()) {
      NodeId node = better.moves().getOrDefault(partition.id(), partition.node());
      if (node != null) {
        held.computeIfAbsent(node, none -> new ArrayList<>()).add(partition.id());
      }
    }
    List<NodeTarget> targets = new ArrayList<>();
    for (Node node : now.topology().nodes()) {
      MemorySplit split = better.splits().get(node.id());
      targets.add(
          new NodeTarget(
              node.id(),
              split == null
                  ? NodeProfile.asItIs(node.memory())
                  : new NodeProfile(NodeProfile.BY_POLICY, split, null),
              held.getOrDefault(node.id(), List.of())));
    }
    return targets;
  }

  private static Reason why(BetterLayout better) {
    return MODELLED.because(
        "configuration.policy",
        "clients are expected to be answered %.0f %% faster, %.0f %% after the price: %s, the"
            + " busiest {node}, goes from %.0f %% to %.0f %% busy, and %.1f %% of the blocks are"
            + " cached instead of %.1f %%; {%d partitions} {moves|move} and {%d nodes}"
            + " {divides|divide} {its|their} memory anew",
        100 * Math.expm1(better.gain()),
        100 * better.net(),
        better.bottleneck(),
        100 * better.busyNow(),
        100 * better.busyThen(),
        100 * better.hitsThen(),
        100 * better.hitsNow(),
        better.moves().size(),
        better.splits().size());
  }
}
