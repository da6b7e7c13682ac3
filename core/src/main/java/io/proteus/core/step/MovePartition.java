package io.proteus.core.step;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts a partition on a node.
 *
 * @param prefetch whether the node is to read it into its cache at once; false in plans from before
 *     that was known
 * @param rows which rows it holds, for people; null where that is not known
 */
public record MovePartition(
    PartitionId partition,
    TableId table,
    NodeId from,
    NodeId to,
    ByteSize size,
    Boolean prefetch,
    @Nullable KeyRange rows)
    implements Step {
  /** Nodes among which one more partition may move at once. */
  private static final int NODES_A_MOVE = 10;

  /** A partition is away while it goes to another node. */
  public static final StepKind KIND =
      new StepKind("moves", costs -> costs.transfer().unavailable());

  public static final Measure MOVES =
      Measure.count("moves", KIND, "partitions that change their node");
  public static final Measure BYTES = Measure.sizeOf(MOVES, "bytesMoved");

  /** A partition is away for a moment and then cold: the more nodes, the less of it is felt. */
  public static final StepType TYPE =
      new StepType("move-partition", MovePartition.class)
          .of(KIND, MOVES, BYTES)
          .atOnce(
              (allowed, nodes) ->
                  allowed.moves() * Math.max(1, (nodes + NODES_A_MOVE - 1) / NODES_A_MOVE));

  public MovePartition {
    prefetch = Objects.requireNonNullElse(prefetch, false);
  }

  /** A move without prefetching. */
  public MovePartition(
      PartitionId partition, TableId table, NodeId from, NodeId to, ByteSize size) {
    this(partition, table, from, to, size, false, null);
  }

  /** The same, which names the rows that it moves. */
  public MovePartition of(@Nullable KeyRange known) {
    return new MovePartition(partition, table, from, to, size, prefetch, known);
  }

  /** The same, read into the cache at once. */
  public MovePartition prefetched() {
    return new MovePartition(partition, table, from, to, size, true, rows);
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    Optional<Partition> found = now.partition(partition);
    return found.isEmpty()
        || (to.equals(found.get().node()) && !now.inTransition().contains(partition));
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    if (now.inTransition().contains(partition)) {
      return Optional.of(Sentence.of("%s is in transition", partition));
    }
    return now.node(to).isPresent()
        ? Optional.empty()
        : Optional.of(Sentence.of("%s is not a live {node}", to));
  }

  /**
   * A {@link io.proteus.core.cluster.Pool} keeps partitions on its own nodes, and operators keep
   * nodes empty.
   */
  @Override
  public Optional<Sentence> futile(Topology now) {
    Optional<Sentence> keptEmpty = now.restrictions().keepsEmpty(to);
    if (keptEmpty.isPresent()) {
      return keptEmpty;
    }
    return now.restrictions().mayHold(to, table)
        ? Optional.empty()
        : Optional.of(Sentence.of("%s may not hold {partitions} of %s", to, table));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(2).plus(costs.transfer().copying(size).multipliedBy(2));
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(Placement.class).move(partition, to);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(MOVES, 1);
    tally.add(BYTES, size.bytes());
  }

  @Override
  public Optional<NodeId> needs() {
    return Optional.of(to);
  }

  @Override
  public List<NodeId> carriedBy() {
    return List.of(from, to);
  }

  /** The store itself opens a partition that no node serves or that is on its way. */
  @Override
  public Optional<Sentence> settledOtherwise(Topology now) {
    return now.inTransition().contains(partition)
        ? Optional.empty()
        : now.partition(partition)
            .map(Partition::node)
            .filter(node -> !node.equals(to))
            .map(node -> Sentence.of("%s is open on %s", partition, node));
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return before
        .partition(partition)
        .map(Partition::node)
        .map(node -> new MovePartition(partition, table, to, node, size).of(rows));
  }

  @Override
  public Footprint footprint() {
    return new Footprint(new HashSet<>(List.of(from, to)), Set.of(table), Set.of(partition));
  }

  @Override
  public Optional<Relocation> relocation() {
    return Optional.of(new Relocation(partition, from, to, prefetch));
  }

  @Override
  public OwnCompactions ownCompactions() {
    return OwnCompactions.REST;
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    before
        .partition(partition)
        .map(Partition::node)
        .ifPresentOrElse(node -> prior.wasOn(partition, node), () -> prior.isUnknown(this));
  }

  @Override
  public void leaveOut(Omissions out) {
    out.staysInPlace(partition);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of(
        prefetch
            ? "move %s of %s (%s) from %s to %s, into its {cache}"
            : "move %s of %s (%s) from %s to %s",
        partition,
        table,
        withRows(size, rows),
        from,
        to);
  }

  /** The size of a partition and, where they are known and not all of its table, its rows. */
  static Object withRows(ByteSize size, @Nullable KeyRange rows) {
    return rows == null || rows.saysNothing()
        ? size
        : Sentence.of("%s, rows %s", size, rows.shown());
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
