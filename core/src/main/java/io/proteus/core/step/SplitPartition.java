package io.proteus.core.step;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Reshaping;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Splits a partition in two. Its halves have names of their own, so its rows tell whether it is
 * done: no partition holds exactly these any more, and those that hold parts of them are open.
 *
 * @param partition its name; null where nobody knew it when the step was made, as in an undo
 * @param rows that it holds
 * @param at the first key of the upper half; null: the store takes the middle of its data
 * @param node who serves it; null where nobody knew
 */
public record SplitPartition(
    @Nullable PartitionId partition,
    TableId table,
    KeyRange rows,
    @Nullable RowKey at,
    @Nullable NodeId node,
    ByteSize size)
    implements ReshapingStep {
  /** It is away as long as one that moves. */
  public static final StepKind KIND =
      new StepKind("splits", costs -> costs.transfer().unavailable());

  public static final Measure SPLITS =
      Measure.count("splits", KIND, "partitions that are split in two");
  public static final StepType TYPE =
      new StepType("split-partition", SplitPartition.class).of(KIND, SPLITS);

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.holding(table, rows).isEmpty()
        && now.within(table, rows).stream().allMatch(now::isOpen);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(Reshaping.class).split(table, rows, at);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(SPLITS, 1);
  }

  @Override
  public List<NodeId> carriedBy() {
    return node == null ? List.of() : List.of(node);
  }

  /** The store gives a split up when a server dies in the middle of it. */
  @Override
  public Optional<Sentence> settledOtherwise(Topology now) {
    return now.holding(table, rows)
        .filter(now::isOpen)
        .map(whole -> Sentence.of("%s is open in one piece", whole.id()));
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return Optional.of(new MergePartitions(List.of(), table, rows, at, size));
  }

  @Override
  public Step named(Topology now) {
    Partition whole = now.holding(table, rows).orElse(null);
    return whole == null
        ? this
        : new SplitPartition(whole.id(), table, rows, at, whole.node(), whole.size());
  }

  @Override
  public Set<PartitionId> replaces() {
    return partition == null ? Set.of() : Set.of(partition);
  }

  @Override
  public Footprint footprint() {
    return new Footprint(node == null ? Set.of() : Set.of(node), Set.of(table), replaces());
  }

  @Override
  public void tell(ClientImpact impact) {
    if (partition != null) {
      impact.isClosed(partition, 1, this);
    }
  }

  @Override
  public void leaveOut(Omissions out) {
    if (partition != null) {
      out.keepsItsRows(partition);
    }
  }

  @Override
  public Sentence sentence() {
    Object what = partition == null ? Sentence.of("rows %s", rows.toString()) : partition;
    return at == null
        ? Sentence.of("split %s of %s (%s) in the middle", what, table, size)
        : Sentence.of("split %s of %s (%s) at %s", what, table, size, at.toString());
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
