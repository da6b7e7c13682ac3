package io.proteus.core.strategy.guard;

import static io.proteus.core.strategy.ReasonCode.IN_PLACE;
import static io.proteus.core.strategy.ReasonCode.NOT_WORTH_IT;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Leaves alone what a retarget would hardly better, so that noise in the loads does not keep
 * partitions moving. What a retarget gains is the larger of two shares: the requests that are
 * served today by a node that is configured for, or mostly used for, something else; and what the
 * hottest node of a profile is relieved of. A change in the number of nodes is always worth it
 * here.
 *
 * @param minimumGain gain below which nothing is done
 */
public record WorthIt(Ratio minimumGain) implements RetargetGuard {

  @Override
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted) {
    boolean resized =
        !wanted.target().removed().isEmpty()
            || wanted.target().nodes().stream().anyMatch(target -> target.node().isPlanned());
    if (resized || now.memory().resizingTo() != 0) {
      return Optional.empty();
    }
    if (isInPlace(now, wanted)) {
      return Optional.of(IN_PLACE.says("every partition and every node is as it should be"));
    }
    double gain = gain(now, wanted);
    if (gain >= minimumGain.value()) {
      return Optional.empty();
    }
    return Optional.of(
        NOT_WORTH_IT.because(
            "guards.minimumGain",
            "it would better the place of %.1f %% of the requests, and %s are wanted",
            gain * 100,
            minimumGain));
  }

  private static boolean isInPlace(Situation now, Verdict.Retarget wanted) {
    for (NodeTarget target : wanted.target().nodes()) {
      if (isMisconfigured(now, target)) {
        return false;
      }
      for (PartitionId id : target.partitions()) {
        if (!now.topology().partition(id).map(p -> target.node().equals(p.node())).orElse(true)) {
          return false;
        }
      }
    }
    return wanted.target().blockSizes().entrySet().stream()
        .allMatch(
            size ->
                now.topology()
                    .table(size.getKey())
                    .map(table -> size.getValue().equals(table.blockSize()))
                    .orElse(true));
  }

  private static boolean isMisconfigured(Situation now, NodeTarget target) {
    MemorySplit split = now.topology().node(target.node()).map(Node::memory).orElse(null);
    return split == null || !split.isAbout(target.profile().memory());
  }

  /** The share of all requests that get a better place, 0..1. */
  static double gain(Situation now, Verdict.Retarget wanted) {
    Map<NodeId, Map<String, Double>> today = new HashMap<>();
    Map<String, Double> hottestThen = new HashMap<>();
    Map<PartitionId, String> profileOf = new HashMap<>();
    double all = 0;
    for (NodeTarget target : wanted.target().nodes()) {
      double load = 0;
      for (PartitionId id : target.partitions()) {
        load += now.ratesOf(id).total();
        profileOf.put(id, target.profile().name());
      }
      all += load;
      hottestThen.merge(target.profile().name(), load, Math::max);
    }
    if (all == 0) {
      return 0;
    }
    for (Partition partition : now.topology().partitions()) {
      String profile = profileOf.get(partition.id());
      if (partition.node() != null && profile != null) {
        today
            .computeIfAbsent(partition.node(), id -> new HashMap<>())
            .merge(profile, now.ratesOf(partition.id()).total(), Double::sum);
      }
    }
    double misplaced = misconfiguredLoad(now, wanted);
    Map<String, Double> hottestNow = new HashMap<>();
    for (Map<String, Double> uses : today.values()) {
      double load = uses.values().stream().mapToDouble(Double::doubleValue).sum();
      var role = uses.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
      misplaced += load - role.getValue();
      hottestNow.merge(role.getKey(), load, Math::max);
    }
    double relieved = 0;
    for (var hottest : hottestNow.entrySet()) {
      relieved += Math.max(0, hottest.getValue() - hottestThen.getOrDefault(hottest.getKey(), 0.0));
    }
    return Math.min(1, Math.max(misplaced, relieved) / all);
  }

  private static double misconfiguredLoad(Situation now, Verdict.Retarget wanted) {
    double load = 0;
    for (NodeTarget target : wanted.target().nodes()) {
      if (isMisconfigured(now, target)) {
        for (PartitionId id : target.partitions()) {
          load += now.ratesOf(id).total();
        }
      }
    }
    return load;
  }
}
