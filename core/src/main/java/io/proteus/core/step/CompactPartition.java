package io.proteus.core.step;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Upkeep;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings a partition's data to its node's own host (MET-11).
 *
 * @param rows which rows it holds, for people; null where that is not known
 */
public record CompactPartition(
    PartitionId partition,
    TableId table,
    NodeId node,
    Ratio minimumLocality,
    ByteSize size,
    @Nullable KeyRange rows)
    implements Step {
  private static final double GIGABYTE = ByteSize.ofMegabytes(1024).bytes();

  /** A smaller compaction says how long it takes to start, and not how fast it is. */
  private static final ByteSize LEAST_MEASURED = ByteSize.ofMegabytes(16);

  /** Measured by the gigabyte, after it was requested, found and started. */
  public static final StepKind KIND =
      new StepKind(
          "compactions",
          costs -> costs.compaction().perGigabyte(),
          costs -> costs.compaction().start());

  public static final Measure BYTES =
      Measure.bytes("bytesCompacted", KIND, "data that is rewritten");
  public static final StepType TYPE =
      new StepType("compact-partition", CompactPartition.class)
          .of(KIND, BYTES)
          .atOnce((allowed, nodes) -> allowed.compactions());

  /** A compaction that does not name its rows. */
  public CompactPartition(
      PartitionId partition, TableId table, NodeId node, Ratio minimumLocality, ByteSize size) {
    this(partition, table, node, minimumLocality, size, null);
  }

  /** The same, which names the rows. */
  public CompactPartition of(@Nullable KeyRange known) {
    return new CompactPartition(partition, table, node, minimumLocality, size, known);
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    Optional<Partition> found = now.partition(partition);
    if (found.isEmpty() || !node.equals(found.get().node())) {
      return true;
    }
    Ratio locality = found.get().locality();
    return locality == null || !minimumLocality.exceeds(locality);
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return now.inTransition().contains(partition)
        ? Optional.of(Sentence.of("%s is in transition", partition))
        : Optional.empty();
  }

  /** The store ignores some orders to compact, and says nothing. */
  @Override
  public Optional<Sentence> futile(Topology now) {
    return now.restrictions().ignoresCompaction(table, node);
  }

  /** A minute for each GB, as in the paper, and ten minutes beside. */
  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(10)
        .plus(
            costs
                .compaction()
                .perGigabyte()
                .multipliedBy(size.bytes() / ByteSize.ofMegabytes(1024).bytes()));
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(Upkeep.class).compact(partition);
  }

  @Override
  public boolean mayFail() {
    return true;
  }

  @Override
  public void cost(Tally tally) {
    tally.add(BYTES, size.bytes());
  }

  /** The clients of its table do not wait for it. */
  @Override
  public Footprint footprint() {
    return new Footprint(Set.of(node), Set.of(), Set.of(partition));
  }

  @Override
  public OwnCompactions ownCompactions() {
    return OwnCompactions.RUN;
  }

  /** An undo has nothing to put back here: partitions that move back are compacted again. */
  @Override
  public void tell(PriorValues prior, Topology before) {
    prior.wasCompacted(this);
  }

  /** The work of compacting so much. */
  public static double gigabytes(ByteSize size) {
    return size.bytes() / GIGABYTE;
  }

  /** The gigabytes of the partition. */
  @Override
  public double work() {
    return gigabytes(size);
  }

  @Override
  public boolean tellsPace() {
    return size.compareTo(LEAST_MEASURED) >= 0;
  }

  @Override
  public Sentence sentence() {
    return Sentence.of(
        "compact %s of %s (%s) on %s until %s of it is local",
        partition, table, MovePartition.withRows(size, rows), node, minimumLocality);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
