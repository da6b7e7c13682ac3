package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.CLASS_NOT_CONFIRMED;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.IN_PLACE;
import static io.proteus.core.strategy.ReasonCode.LOST_LOCALITY;
import static io.proteus.core.strategy.ReasonCode.NOT_DUE;
import static io.proteus.core.strategy.ReasonCode.NO_POLICY;
import static io.proteus.core.strategy.ReasonCode.NO_ROOM;
import static io.proteus.core.strategy.ReasonCode.NO_TRAFFIC;
import static io.proteus.core.strategy.ReasonCode.OPPOSITE_RESIZE;
import static io.proteus.core.strategy.ReasonCode.REMOVAL_LIMIT;
import static io.proteus.core.strategy.ReasonCode.SETTINGS_LEFT;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.ReasonCode.UNDERLOAD_NOT_CONFIRMED;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Shared;
import io.proteus.core.strategy.CompactionMemory.Compaction;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.core.workload.Classifier;
import io.proteus.core.workload.LoadedPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compacts partitions that have lost locality, where nothing else is to be done (MET-19): MeT does
 * so periodically (section 6.4). Without it, a partition that the store itself has moved would stay
 * remote until something else moves it.
 *
 * <p>Those with the most reads from afar come first. A partition is not compacted again within
 * {@code again}, and not at all on a node where that gained nothing: the node's host may store no
 * data.
 *
 * @param write locality below which data is compacted on a node that is mostly written to
 * @param other the same on all other nodes
 * @param atOnce most partitions of a plan
 * @param again how long a partition is left alone after it was compacted
 * @param busyBelow nodes that are busier than this are left alone, and such whose CPU is not known
 */
public record LostLocality(
    @Shared("met.compactBelow.write") Ratio write,
    @Shared("met.compactBelow.other") Ratio other,
    @Key(doc = "most compactions of one plan", usual = "4") int atOnce,
    @Key(
            doc = "how long a partition is left alone after it was compacted for its locality",
            usual = "12h")
        Duration again,
    @Key(doc = "nodes that are busier than this are left alone", usual = "0.70") Ratio busyBelow)
    implements Proposer {
  /** A compaction that made a smaller share local gained nothing. */
  private static final double GAINED = 0.05;

  private static final Set<ReasonCode> NOTHING_ELSE =
      Set.of(
          HEALTHY,
          SIZE_FITS,
          NO_TRAFFIC,
          NOT_DUE,
          IN_PLACE,
          NO_ROOM,
          NO_POLICY,
          OPPOSITE_RESIZE,
          REMOVAL_LIMIT,
          SETTINGS_LEFT,
          CLASS_NOT_CONFIRMED,
          UNDERLOAD_NOT_CONFIRMED);

  public LostLocality {
    if (atOnce < 1) {
      throw new InvalidValue("locality.atOnce: want 1 or more, got %d.".formatted(atOnce));
    }
  }

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    boolean may =
        before.filter(LostLocality::isNothingElse).isPresent()
            && now.latest().capabilities().contains(Capability.COMPACT_PARTITION);
    List<Partition> remote = may ? remote(now) : List.of();
    return remote.isEmpty() ? before : before.map(hold -> compacting(remote, now, hold));
  }

  private static boolean isNothingElse(Verdict verdict) {
    return verdict instanceof Verdict.Hold hold
        && NOTHING_ELSE.contains(hold.reasons().get(0).code());
  }

  private Verdict compacting(List<Partition> remote, Situation now, Verdict hold) {
    Map<NodeId, List<PartitionId>> byNode = new TreeMap<>();
    List<Compaction> compactions = new ArrayList<>();
    for (Partition partition : remote) {
      NodeId node = partition.node();
      Ratio locality = partition.locality();
      if (node != null && locality != null) {
        byNode.computeIfAbsent(node, n -> new ArrayList<>()).add(partition.id());
        compactions.add(new Compaction(now.now(), partition.id(), node, locality));
      }
    }
    List<NodeTarget> targets = new ArrayList<>();
    for (Node node : now.topology().nodes()) {
      List<PartitionId> held = byNode.get(node.id());
      if (held != null) {
        targets.add(new NodeTarget(node.id(), NodeProfile.asItIs(node.memory()), held));
      }
    }
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        LOST_LOCALITY.because(
            "met.compactBelow.other",
            "{%d partitions} {has|have} lost locality, down to %s of {its|their} data on"
                + " {its|their} own node: compacted, as nothing else is to be done",
            remote.size(),
            compactions.stream()
                .map(Compaction::locality)
                .min(Comparator.comparingDouble(Ratio::value))
                .orElseThrow()));
    reasons.addAll(hold.reasons());
    return new Verdict.Retarget(
        Layout.of(targets, List.of(), Map.of()),
        reasons,
        hold.memory().with(now.memory().compactions().and(compactions)));
  }

  /** Those to compact, the most read from afar first. */
  private List<Partition> remote(Situation now) {
    Map<NodeId, Ratio> minimum = minimum(now);
    List<LoadedPartition> remote = new ArrayList<>();
    for (LoadedPartition loaded : now.partitions()) {
      Ratio wanted = minimum.get(loaded.partition().node());
      if (wanted != null && isRemote(loaded.partition(), wanted, now)) {
        remote.add(loaded);
      }
    }
    return remote.stream()
        .sorted(
            Comparator.comparingDouble(LostLocality::readFromAfar)
                .reversed()
                .thenComparing(loaded -> loaded.partition().id()))
        .limit(atOnce)
        .map(LoadedPartition::partition)
        .toList();
  }

  /** What is wanted on each node that has time for it. */
  private Map<NodeId, Ratio> minimum(Situation now) {
    Map<NodeId, RequestRates> requests = new HashMap<>();
    for (LoadedPartition loaded : now.partitions()) {
      NodeId node = loaded.partition().node();
      if (node != null) {
        requests.merge(node, loaded.rates(), RequestRates::plus);
      }
    }
    Map<NodeId, Ratio> minimum = new HashMap<>();
    for (Map.Entry<NodeId, NodeLoad> node : now.loads().entrySet()) {
      Double busy = node.getValue().host().busy();
      RequestRates rates = requests.get(node.getKey());
      if (busy != null && busy < busyBelow.value() && rates != null) {
        boolean written = Classifier.MET.classify(rates) == AccessClass.WRITE;
        minimum.put(node.getKey(), written ? write : other);
      }
    }
    return minimum;
  }

  private boolean isRemote(Partition partition, Ratio wanted, Situation now) {
    NodeId node = partition.node();
    Ratio locality = partition.locality();
    return node != null
        && locality != null
        && wanted.exceeds(locality)
        && partition.size().bytes() > 0
        && !now.topology().inTransition().contains(partition.id())
        && now.topology().restrictions().ignoresCompaction(partition.table(), node).isEmpty()
        && now.memory().compactions().compactions().stream()
            .noneMatch(earlier -> forbids(earlier, partition, node, locality, now));
  }

  private boolean forbids(
      Compaction earlier, Partition partition, NodeId node, Ratio locality, Situation now) {
    return earlier.partition().equals(partition.id())
        && (Duration.between(earlier.at(), now.now()).compareTo(again) < 0
            || earlier.node().equals(node)
                && locality.value() < earlier.locality().value() + GAINED);
  }

  private static double readFromAfar(LoadedPartition loaded) {
    Ratio locality = loaded.partition().locality();
    double reads = loaded.rates().reads() + loaded.rates().scans();
    return locality == null ? 0 : reads * (1 - locality.value());
  }
}
