package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.HOT_KEY;
import static io.proteus.core.strategy.ReasonCode.HOT_PARTITION;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.PartitionHeat;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.SplitMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Splits partitions that are hotter than any node should be, or so much hotter than the mean of the
 * nodes that no placement evens them out. The upper half goes to the node with the least to do. A
 * split takes seconds, so it comes before moves, and before a growth that would relieve no other
 * node. A partition whose splits leave all requests in one half is named and not split again: its
 * heat is a key or few, which neither splits nor nodes divide.
 *
 * @param busyAbove how busy a node is, CPU and waiting for the disk together, before its hottest
 *     partition is looked at
 * @param alone how busy one partition may make a node by itself
 * @param overMean by how much more than the mean of the nodes it may make its node busy
 * @param leastSize of a partition that is split
 * @param partitionsPerNode on average, from which on nothing is split
 * @param atOnce most splits of a plan
 * @param rest for how long the same rows are not split again, and split partitions are watched
 */
@Section("Partitions that are hotter than a node should be are split, where the store does that.")
public record HotPartitions(
    @Key(
            doc = "how busy a node is (CPU and waiting for the disk) before a partition is split",
            usual = "0.85")
        Ratio busyAbove,
    @Key(doc = "how busy one partition may make a node by itself", usual = "0.6") Ratio alone,
    @Key(
            doc = "by which share of the nodes' mean one partition may make its node busier",
            usual = "0.2")
        Ratio overMean,
    @Key(doc = "a smaller partition is not split", usual = "16MB") ByteSize leastSize,
    @Key(doc = "with more partitions on each node nothing is split", usual = "200")
        int partitionsPerNode,
    @Key(doc = "most splits of one plan", usual = "4") int atOnce,
    @Key(
            doc = "for how long the same rows are not split again, whatever came of it",
            usual = "1h",
            zero = true)
        Duration rest)
    implements Proposer {
  /** A half with so much of the requests was not relieved by its split. */
  private static final double UNDIVIDED = 0.9;

  /** So many splits in a row that divide nothing show that the heat is one key. */
  private static final int VAIN_SPLITS = 2;

  /** Requests of the newest observation below this share of the smoothed ones are falling. */
  private static final double FALLING = 0.8;

  /** A node is relieved if it is less busy afterwards, by more than measurements vary. */
  private static final double RELIEF = 0.05;

  public HotPartitions {
    if (partitionsPerNode < 1 || atOnce < 1) {
      throw new InvalidValue(
          "splits: want partitionsPerNode and atOnce of 1 or more, got %d and %d."
              .formatted(partitionsPerNode, atOnce));
    }
  }

  /** Every setting at its default. */
  public static HotPartitions usual() {
    return new HotPartitions(
        Ratio.of(0.85),
        Ratio.of(0.6),
        Ratio.of(0.2),
        ByteSize.ofMegabytes(16),
        200,
        4,
        Duration.ofHours(1));
  }

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    boolean able =
        now.latest().capabilities().contains(Capability.RESHAPE_PARTITION)
            && !now.topology().placing().byStore()
            && now.memory().resizingTo() == 0;
    return able ? before.map(answer -> withSplits(answer, now)) : before;
  }

  private Verdict withSplits(Verdict answer, Situation now) {
    if (answer instanceof Verdict.Retarget wanted && !wanted.target().removed().isEmpty()) {
      return answer;
    }
    Choice choice = new Choice(this, now);
    choice.choose();
    List<Reason> reasons = new ArrayList<>(choice.reasons);
    if (choice.splits.isEmpty() || (grows(answer, now) && !choice.curesAll())) {
      return choice.named.isEmpty() ? answer : saying(answer, choice.named);
    }
    reasons.addAll(choice.named);
    reasons.addAll(answer.reasons());
    StrategyMemory memory =
        answer instanceof Verdict.Retarget
            ? now.memory().learning(answer.memory())
            : answer.memory();
    return new Verdict.Retarget(
        Layout.of(PresentLayout.without(List.of(), now), List.of(), Map.of())
            .with(new Reshapes(choice.splits, List.of())),
        reasons,
        memory.with(memory.splits().and(choice.remembered)));
  }

  private static boolean grows(Verdict answer, Situation now) {
    return answer instanceof Verdict.Retarget wanted
        && wanted.target().nodes().size() > now.topology().nodes().size();
  }

  private static Verdict saying(Verdict answer, List<Reason> more) {
    List<Reason> all = new ArrayList<>(answer.reasons());
    all.addAll(more);
    return answer instanceof Verdict.Retarget wanted
        ? new Verdict.Retarget(wanted.target(), all, wanted.memory())
        : new Verdict.Hold(all, answer.memory());
  }

  /** Which partitions are split now, and what is said of others. */
  private static final class Choice {
    final List<Reshapes.Split> splits = new ArrayList<>();
    final List<SplitMemory.Split> remembered = new ArrayList<>();
    final List<Reason> reasons = new ArrayList<>();
    final List<Reason> named = new ArrayList<>();
    private final HotPartitions rules;
    private final Situation now;

    /** How busy nodes are after the splits so far. */
    private final TreeMap<NodeId, Double> busy = new TreeMap<>();

    private final double mean;
    private final long busyNodes;

    /** Splits that the next plan has to do. */
    private int later;

    Choice(HotPartitions rules, Situation now) {
      this.rules = rules;
      this.now = now;
      for (Node node : now.topology().nodes()) {
        NodeLoad load = now.loads().get(node.id());
        Double known = load == null ? null : load.host().busy();
        if (known != null) {
          busy.put(node.id(), known);
        }
      }
      this.mean = busy.values().stream().mapToDouble(Double::doubleValue).average().orElse(0);
      this.busyNodes = busy.values().stream().filter(this::isBusy).count();
    }

    private boolean isBusy(double node) {
      return node >= rules.busyAbove.value();
    }

    /**
     * Whether no growth is needed first: splits relieve every busy node, by this plan or the next.
     */
    boolean curesAll() {
      return splits.size() + later >= busyNodes;
    }

    void choose() {
      List<PartitionHeat> hottest =
          PartitionHeat.ofNodes(now).values().stream()
              .filter(heat -> isBusy(heat.nodeBusy()))
              .toList();
      Map<NodeId, List<PartitionHeat>> all = PartitionHeat.beside(hottest, now);
      hottest.stream()
          .flatMap(heat -> toSplit(heat, all.getOrDefault(heat.node(), List.of(heat))).stream())
          .sorted(
              Comparator.comparingDouble(PartitionHeat::busy)
                  .reversed()
                  .thenComparing(PartitionHeat::node))
          .forEach(this::consider);
    }

    /** The hottest partition of a busy node, where it is too hot; else one that is too coarse. */
    private Optional<PartitionHeat> toSplit(PartitionHeat hottest, List<PartitionHeat> all) {
      Optional<PartitionHeat> half = TooCoarse.of(all, busy).half(rules.busyAbove.value());
      boolean isHot =
          hottest.busy() > rules.alone.value()
              || hottest.busy() > mean * (1 + rules.overMean.value());
      return half.isPresent() || !isHot ? half : Optional.of(hottest);
    }

    private void consider(PartitionHeat heat) {
      Partition partition = heat.loaded().partition();
      KeyRange rows = partition.rows();
      if (rows == null
          || !now.topology().restrictions().mayReshape(partition.table())
          || isFalling(heat)) {
        return;
      }
      Optional<Reason> spared = spared(heat, partition, rows);
      if (spared.isPresent()) {
        named.add(spared.get());
        return;
      }
      NodeId to = leastBusy(heat);
      if (to == null && heat.busy() <= rules.alone.value()) {
        return; // neither a half of it nor all of it is better elsewhere
      }
      if (splits.size() >= rules.atOnce) {
        later++;
        return;
      }
      splits.add(new Reshapes.Split(partition.id(), null, to));
      remembered.add(
          new SplitMemory.Split(now.now(), partition.table(), rows, heat.loaded().load()));
      if (to != null) {
        busy.merge(to, heat.busy() / 2, Double::sum);
        busy.merge(heat.node(), -heat.busy() / 2, Double::sum);
      }
      reasons.add(HOT_PARTITION.because("splits.policy", said(heat, partition, to)));
    }

    private static Sentence said(PartitionHeat heat, Partition partition, @Nullable NodeId to) {
      Sentence hot =
          Sentence.of(
              "%s of %s alone makes %s busy by %s",
              partition.id(), partition.table(), heat.node(), Ratio.of(heat.busy()));
      return to == null
          ? Sentence.of("%s: it is split, and its halves stay there", hot)
          : Sentence.of("%s: it is split, and its upper half goes to %s", hot, to);
    }

    private boolean isFalling(PartitionHeat heat) {
      var latest = now.latest().rates().get(heat.loaded().partition().id());
      return latest != null && latest.total() < FALLING * heat.loaded().load();
    }

    /** The node that a half goes to; null where it would relieve nobody, or none may hold it. */
    private @Nullable NodeId leastBusy(PartitionHeat heat) {
      if (!now.latest().capabilities().contains(Capability.MOVE_PARTITION)) {
        return null;
      }
      double half = heat.busy() / 2;
      return busy.entrySet().stream()
          .filter(node -> !node.getKey().equals(heat.node()))
          .filter(
              node ->
                  now.topology()
                      .restrictions()
                      .mayHold(node.getKey(), heat.loaded().partition().table()))
          .filter(node -> node.getValue() + half + RELIEF < heat.nodeBusy())
          .min(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey)
          .orElse(null);
    }

    /** Why a hot partition is not split; empty when it may be. */
    private Optional<Reason> spared(PartitionHeat heat, Partition partition, KeyRange rows) {
      List<SplitMemory.Split> earlier =
          now.memory().splits().splits().stream()
              .filter(split -> split.table().equals(partition.table()))
              .filter(split -> split.rows().contains(rows))
              .toList();
      // rows that are whole again were merged, as their split had helped nobody
      long vain =
          earlier.stream()
              .filter(split -> heat.loaded().load() >= UNDIVIDED * loadOf(split))
              .count();
      if (vain >= VAIN_SPLITS) {
        return Optional.of(
            HOT_KEY.says(
                "%s of %s makes %s busy by %s, and %d {split|splits} relieved nobody: its requests"
                    + " are to one key, or to few, which neither a split nor a {node} more divides",
                partition.id(), partition.table(), heat.node(), Ratio.of(heat.busy()), vain));
      }
      if (partition.size().compareTo(rules.leastSize) < 0) {
        return Optional.of(
            HOT_PARTITION.because(
                "splits.leastSize",
                "%s of %s alone makes %s busy by %s, and is too small to be split: %s",
                partition.id(),
                partition.table(),
                heat.node(),
                Ratio.of(heat.busy()),
                partition.size()));
      }
      int nodes = now.topology().nodes().size();
      if (now.topology().partitions().size() >= (long) rules.partitionsPerNode * nodes) {
        return Optional.of(
            HOT_PARTITION.because(
                "splits.partitionsPerNode",
                "%s of %s alone makes %s busy by %s, and is not split, as there are {%d"
                    + " partitions} on {%d nodes}",
                partition.id(),
                partition.table(),
                heat.node(),
                Ratio.of(heat.busy()),
                now.topology().partitions().size(),
                nodes));
      }
      return resting(partition, rows);
    }

    /** Heat that goes before its split pays is left alone for a while. */
    private Optional<Reason> resting(Partition partition, KeyRange rows) {
      List<SplitMemory.Split> young =
          now.memory().splits().splits().stream()
              .filter(split -> Duration.between(split.at(), now.now()).compareTo(rules.rest) < 0)
              .toList();
      boolean again =
          young.stream()
              .anyMatch(
                  split -> split.table().equals(partition.table()) && split.rows().equals(rows));
      long cold = young.stream().filter(split -> 2 * loadOf(split) < split.load()).count();
      return again || cold >= VAIN_SPLITS
          ? Optional.of(
              HOT_PARTITION.because(
                  "splits.rest",
                  again
                      ? "%s of %s is hot, and a split of it a short while ago came to nothing"
                      : "%s of %s is hot and not split, as the last that were are cold again",
                  partition.id(),
                  partition.table()))
          : Optional.empty();
    }

    /** The requests to the rows of an earlier split now, op/s. */
    private double loadOf(SplitMemory.Split split) {
      return now.partitions().stream()
          .filter(loaded -> loaded.partition().isWithin(split.table(), split.rows()))
          .mapToDouble(loaded -> loaded.load())
          .sum();
    }
  }
}
