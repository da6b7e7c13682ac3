package io.proteus.simulator.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong, and when. Nodes and partitions are counted from 0 in the order of their names.
 * Where faults of one kind overlap, each lasts its time, and the worst of them counts.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "fault")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Fault.NodeCrash.class, name = "node-crash"),
  @JsonSubTypes.Type(value = Fault.MachineLost.class, name = "machine-lost"),
  @JsonSubTypes.Type(value = Fault.SlowNode.class, name = "slow-node"),
  @JsonSubTypes.Type(value = Fault.LaunchesFail.class, name = "launches-fail"),
  @JsonSubTypes.Type(value = Fault.LaunchesSlow.class, name = "launches-slow"),
  @JsonSubTypes.Type(value = Fault.LaunchAnswersLost.class, name = "launch-answers-lost"),
  @JsonSubTypes.Type(value = Fault.LaunchesUnseen.class, name = "launches-unseen"),
  @JsonSubTypes.Type(value = Fault.LaunchesStillborn.class, name = "launches-stillborn"),
  @JsonSubTypes.Type(value = Fault.CloudErrors.class, name = "cloud-errors"),
  @JsonSubTypes.Type(value = Fault.StoreErrors.class, name = "store-errors"),
  @JsonSubTypes.Type(value = Fault.MetricsLost.class, name = "metrics-lost"),
  @JsonSubTypes.Type(value = Fault.MetricsStale.class, name = "metrics-stale"),
  @JsonSubTypes.Type(value = Fault.CountersReset.class, name = "counters-reset"),
  @JsonSubTypes.Type(value = Fault.PartitionSplit.class, name = "partition-split"),
  @JsonSubTypes.Type(value = Fault.ControllerCrash.class, name = "controller-crash")
})
public sealed interface Fault {

  /** When it begins. */
  Duration at();

  /** The one node that it strikes, counted from 0; empty where it strikes none, or all. */
  default OptionalInt strikesNode() {
    return OptionalInt.empty();
  }

  /** The one partition that it strikes, counted from 0; empty where it strikes none. */
  default OptionalInt strikesPartition() {
    return OptionalInt.empty();
  }

  /**
   * A node's process dies; the store gives its partitions to others. Its machine goes on, and so do
   * the copies of files and logs on it.
   *
   * @param backAfter when somebody starts it again; null: never
   */
  record NodeCrash(
      @JsonProperty(required = true) Duration at,
      @JsonProperty(required = true) int node,
      @Nullable Duration backAfter)
      implements Fault {
    public NodeCrash {
      Wanted.given("node-crash.at", at);
      Wanted.number("node-crash.node", node);
    }

    @Override
    public OptionalInt strikesNode() {
      return OptionalInt.of(node);
    }
  }

  /** A node's machine is gone for good, and with it every copy of files and logs that it had. */
  record MachineLost(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) int node)
      implements Fault {
    public MachineLost {
      Wanted.given("machine-lost.at", at);
      Wanted.number("machine-lost.node", node);
    }

    @Override
    public OptionalInt strikesNode() {
      return OptionalInt.of(node);
    }
  }

  /**
   * A node has a part of its CPU only.
   *
   * @param speed that it has left, over 0 and under 1
   */
  record SlowNode(
      @JsonProperty(required = true) Duration at,
      @JsonProperty(required = true) Duration lasts,
      @JsonProperty(required = true) int node,
      @JsonProperty(required = true) double speed)
      implements Fault {
    public SlowNode {
      Wanted.spell("slow-node", at, lasts);
      Wanted.number("slow-node.node", node);
      Wanted.that(speed > 0 && speed < 1, "slow-node.speed", "over 0 and below 1", speed);
    }

    @Override
    public OptionalInt strikesNode() {
      return OptionalInt.of(node);
    }
  }

  /** The cloud refuses to start machines. */
  record LaunchesFail(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
      implements Fault {
    public LaunchesFail {
      Wanted.spell("launches-fail", at, lasts);
    }
  }

  /** Machines take so many times as long to boot. */
  record LaunchesSlow(
      @JsonProperty(required = true) Duration at,
      @JsonProperty(required = true) Duration lasts,
      @JsonProperty(required = true) double times)
      implements Fault {
    public LaunchesSlow {
      Wanted.spell("launches-slow", at, lasts);
      Wanted.over0("launches-slow.times", times);
    }
  }

  /**
   * The cloud starts machines, but says that it failed. Who asks again says how many there are to
   * be in all, as {@link io.proteus.core.port.Cloud#launch} wants it, and so gets no second one,
   * unless the first is not listed yet ({@link LaunchesUnseen}).
   */
  record LaunchAnswersLost(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
      implements Fault {
    public LaunchAnswersLost {
      Wanted.spell("launch-answers-lost", at, lasts);
    }
  }

  /**
   * The cloud does not list machines yet that are younger than a minute and have not served: who
   * asks again then gets one more than was wanted.
   */
  record LaunchesUnseen(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
      implements Fault {
    public LaunchesUnseen {
      Wanted.spell("launches-unseen", at, lasts);
    }
  }

  /** Machines start and are paid for, and the store never hears of the process on them. */
  record LaunchesStillborn(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
      implements Fault {
    public LaunchesStillborn {
      Wanted.spell("launches-stillborn", at, lasts);
    }
  }

  /** A share of the calls to the cloud fails. */
  record CloudErrors(
      @JsonProperty(required = true) Duration at,
      @JsonProperty(required = true) Duration lasts,
      @JsonProperty(required = true) double share)
      implements Fault {
    public CloudErrors {
      Wanted.spell("cloud-errors", at, lasts);
      Wanted.share("cloud-errors.share", share);
    }
  }

  /** A share of the calls to the store fails. */
  record StoreErrors(
      @JsonProperty(required = true) Duration at,
      @JsonProperty(required = true) Duration lasts,
      @JsonProperty(required = true) double share)
      implements Fault {
    public StoreErrors {
      Wanted.spell("store-errors", at, lasts);
      Wanted.share("store-errors.share", share);
    }
  }

  /**
   * A node tells nothing.
   *
   * @param node null: none of them tells anything
   */
  record MetricsLost(
      @JsonProperty(required = true) Duration at,
      @JsonProperty(required = true) Duration lasts,
      @Nullable Integer node)
      implements Fault {
    public MetricsLost {
      Wanted.spell("metrics-lost", at, lasts);
      Wanted.number("metrics-lost.node", node == null ? 0 : node);
    }

    @Override
    public OptionalInt strikesNode() {
      return node == null ? OptionalInt.empty() : OptionalInt.of(node);
    }
  }

  /** All counters stand still. */
  record MetricsStale(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
      implements Fault {
    public MetricsStale {
      Wanted.spell("metrics-stale", at, lasts);
    }
  }

  /** A partition's counters begin anew. */
  record CountersReset(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) int partition)
      implements Fault {
    public CountersReset {
      Wanted.given("counters-reset.at", at);
      Wanted.number("counters-reset.partition", partition);
    }

    @Override
    public OptionalInt strikesPartition() {
      return OptionalInt.of(partition);
    }
  }

  /** The store splits a partition in two. */
  record PartitionSplit(
      @JsonProperty(required = true) Duration at, @JsonProperty(required = true) int partition)
      implements Fault {
    public PartitionSplit {
      Wanted.given("partition-split.at", at);
      Wanted.number("partition-split.partition", partition);
    }

    @Override
    public OptionalInt strikesPartition() {
      return OptionalInt.of(partition);
    }
  }

  /** Proteus is killed, between any two of its next calls, and started again 5 s later. */
  record ControllerCrash(@JsonProperty(required = true) Duration at) implements Fault {
    public ControllerCrash {
      Wanted.given("controller-crash.at", at);
    }
  }
}
