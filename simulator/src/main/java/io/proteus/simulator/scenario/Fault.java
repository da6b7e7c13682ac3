package io.proteus.simulator.scenario;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong, and when. Nodes and partitions are counted from 0 in the order of their names.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "fault")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Fault.NodeCrash.class, name = "node-crash"),
  @JsonSubTypes.Type(value = Fault.SlowNode.class, name = "slow-node"),
  @JsonSubTypes.Type(value = Fault.LaunchesFail.class, name = "launches-fail"),
  @JsonSubTypes.Type(value = Fault.LaunchesSlow.class, name = "launches-slow"),
  @JsonSubTypes.Type(value = Fault.LaunchAnswersLost.class, name = "launch-answers-lost"),
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

  /**
   * A node's process dies; the store gives its partitions to others.
   *
   * @param backAfter when somebody starts it again; null: never
   */
  record NodeCrash(Duration at, int node, @Nullable Duration backAfter) implements Fault {}

  /**
   * A node has a part of its CPU only.
   *
   * @param speed that it has left, over 0 and under 1
   */
  record SlowNode(Duration at, Duration lasts, int node, double speed) implements Fault {}

  /** The cloud refuses to start machines. */
  record LaunchesFail(Duration at, Duration lasts) implements Fault {}

  /** Machines take so many times as long to boot. */
  record LaunchesSlow(Duration at, Duration lasts, double times) implements Fault {}

  /**
   * The cloud starts machines, but says that it failed. Who asks again says how many there are to be
   * in all, as {@link io.proteus.core.port.Cloud#launch} wants it, and so gets no second one.
   */
  record LaunchAnswersLost(Duration at, Duration lasts) implements Fault {}

  /** A share of the calls to the cloud fails. */
  record CloudErrors(Duration at, Duration lasts, double share) implements Fault {}

  /** A share of the calls to the store fails. */
  record StoreErrors(Duration at, Duration lasts, double share) implements Fault {}

  /**
   * A node tells nothing.
   *
   * @param node null: none of them tells anything
   */
  record MetricsLost(Duration at, Duration lasts, @Nullable Integer node) implements Fault {}

  /** All counters stand still. */
  record MetricsStale(Duration at, Duration lasts) implements Fault {}

  /** A partition's counters begin anew. */
  record CountersReset(Duration at, int partition) implements Fault {}

  /** The store splits a partition in two. */
  record PartitionSplit(Duration at, int partition) implements Fault {}

  /** Proteus is killed, and started again 5 s later. */
  record ControllerCrash(Duration at) implements Fault {}
}
