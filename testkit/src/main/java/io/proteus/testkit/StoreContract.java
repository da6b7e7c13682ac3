package io.proteus.testkit;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.Store;
import io.proteus.core.step.SplitPartition;
import io.proteus.core.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A store that a contract is shown on, and how it is looked at. Needs two nodes, a table and some
 * partitions on each; a test leaves it usable for the next one, not as it was.
 */
public abstract class StoreContract {
  static final MemorySplit ONE = MemorySplit.of(0.35, 0.25);
  static final MemorySplit OTHER = MemorySplit.of(0.25, 0.35);

  /** Names that no store under test has. */
  static final NodeId NO_NODE = new NodeId("gone.example:1");

  static final TableId NO_TABLE = new TableId("no_such_table");
  static final PartitionId NO_PARTITION = new PartitionId("00000000000000000000000000000000");

  private static final int LOOKS = 200;

  /** The store and where it runs. */
  protected abstract Ports ports();

  /** How long any one change may take here. */
  protected abstract Duration patience();

  /** Called before each look at the store. A store on virtual time goes on by a moment here. */
  protected void passTime() {}

  final Store store() {
    return ports().store();
  }

  final Claiming claiming() {
    return ports().claiming();
  }

  final <F extends Facet> F need(Class<F> kind) throws PortException {
    return ports().need(kind);
  }

  final boolean has(Class<? extends Facet> kind) {
    return ports().find(kind).isPresent();
  }

  final void assumeHas(Class<? extends Facet> kind) {
    assumeTrue(has(kind));
  }

  final Partition aServedPartition() throws PortException {
    return store().topology().partitions().stream()
        .filter(partition -> partition.node() != null)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no partition is served"));
  }

  final NodeId anotherNode(@Nullable NodeId not) throws PortException {
    return store().topology().nodes().stream()
        .map(Node::id)
        .filter(id -> !id.equals(not))
        .findFirst()
        .orElseThrow(() -> new AssertionError("want two nodes"));
  }

  /** Has a node hold nothing that would be missed when it goes for good, and waits for that. */
  final void emptyForGood(NodeId node) throws PortException {
    switch (store().topology().placing().leaving()) {
      case BY_MOVES -> drain(node);
      case BY_STORE -> {
        need(Handover.class).leave(node);
        need(Handover.class).leave(node);
        eventually(now -> now.node(node).isEmpty() && now.inTransition().isEmpty());
      }
      case NOT_NEEDED -> {}
    }
  }

  /** The same of a node that comes back. */
  final void emptyForARestart(NodeId node) throws PortException {
    switch (store().topology().placing().restarting()) {
      case BY_MOVES -> drain(node);
      case BY_STORE -> need(Handover.class).readyForRestart(node);
      case NOT_NEEDED -> {}
    }
  }

  /** Moves everything away from a node, and waits until it is done. */
  private void drain(NodeId node) throws PortException {
    NodeId to = anotherNode(node);
    for (Partition partition : store().topology().partitions()) {
      if (node.equals(partition.node())) {
        need(Placement.class).move(partition.id(), to);
      }
    }
    eventually(
        now ->
            now.inTransition().isEmpty()
                && now.partitions().stream().noneMatch(p -> node.equals(p.node())));
  }

  /** Moves a partition, and waits until it is done. */
  final void moveTo(PartitionId partition, NodeId to) throws PortException {
    need(Placement.class).move(partition, to);
    eventually(now -> isOn(now, partition, to));
  }

  static boolean isOn(Topology now, PartitionId partition, NodeId node) {
    return node.equals(now.partition(partition).orElseThrow().node())
        && !now.inTransition().contains(partition);
  }

  /** A split that the node does not have. */
  static MemorySplit otherThan(Node node) {
    return node.memory() != null && ONE.isAbout(node.memory()) ? OTHER : ONE;
  }

  /** A node of a store that divides no memory has any. */
  static boolean hasSplit(Topology now, NodeId node, MemorySplit wanted) {
    return now.node(node).filter(found -> found.split().isNone()).isPresent()
        || now.node(node).map(Node::memory).map(wanted::isAbout).orElse(false);
  }

  /** Where a partition is split; null for the store's own choice, which takes data in it. */
  protected @Nullable RowKey splitKey(Partition partition) {
    return null;
  }

  /** Splits a partition and merges its halves, all of it ordered twice; answers the halves. */
  final List<Partition> splitAndMerge(Partition whole) throws PortException {
    KeyRange rows = Objects.requireNonNull(whole.rows(), "the rows of a partition");
    RowKey at = splitKey(whole);
    Step split = new SplitPartition(whole.id(), whole.table(), rows, at, null, whole.size());
    carryOut(split);
    List<Partition> halves = store().topology().within(whole.table(), rows);
    need(Reshaping.class).split(whole.table(), rows, at);
    carryOut(split.inverse(store().topology()).orElseThrow());
    need(Reshaping.class).merge(whole.table(), rows);
    neverMeanwhile(3, now -> now.within(whole.table(), rows).size() != 1);
    return halves;
  }

  /** Orders a step, again and again while the store refuses it, and waits until it is done. */
  final void carryOut(Step step) {
    eventuallyHolds(
        () -> {
          Topology now = store().topology();
          if (!step.isDone(now) && step.blockedBy(now).isEmpty()) {
            step.issue(ports());
          }
          return step.isDone(now);
        });
  }

  /** Looks until the topology shows it, or fails when patience is over. */
  final void eventually(Predicate<Topology> shows) {
    eventuallyHolds(() -> shows.test(store().topology()));
  }

  /** The same for what no topology shows; a store that does not answer is asked again. */
  final void eventuallyHolds(Look look) {
    await()
        .atMost(patience())
        .pollInterval(patience().dividedBy(LOOKS))
        .ignoreException(PortException.class)
        .until(
            () -> {
              passTime();
              return look.shows();
            });
  }

  /** Looks so often that a change that is under way would have shown, and fails when it does. */
  final void neverMeanwhile(int looks, Predicate<Topology> shows) {
    int[] left = {looks};
    eventually(
        now -> {
          if (shows.test(now)) {
            throw new AssertionError("want no change meanwhile, got one");
          }
          return --left[0] == 0;
        });
  }

  /** One look at a store. */
  @FunctionalInterface
  interface Look {
    boolean shows() throws Exception;
  }
}
