package io.proteus.core.step;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Reshaping;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges neighbours. What comes of them has a name of its own, so their rows tell whether it is
 * done: one open partition holds all of them.
 *
 * @param partitions their names; none where nobody knew them when the step was made
 * @param rows that they hold together
 * @param at where the upper one begins; null where nobody knows
 * @param size of all of them
 */
public record MergePartitions(
    List<PartitionId> partitions, TableId table, KeyRange rows, @Nullable RowKey at, ByteSize size)
    implements ReshapingStep {
  /** They are away as long as one that moves. */
  public static final StepKind KIND =
      new StepKind("merges", costs -> costs.transfer().unavailable());

  public static final Measure MERGES = Measure.count("merges", KIND, "merges of partitions");
  public static final StepType TYPE =
      new StepType("merge-partitions", MergePartitions.class).of(KIND, MERGES);

  public MergePartitions {
    partitions = List.copyOf(partitions);
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  /** Where more was merged, or the table dropped, nothing is left to do. */
  @Override
  public boolean isDone(Topology now) {
    List<Partition> parts = now.within(table, rows);
    return parts.isEmpty()
        || (parts.size() == 1 && parts.get(0).holds(table, rows) && now.isOpen(parts.get(0)));
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(Reshaping.class).merge(table, rows);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(MERGES, 1);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return Optional.of(new SplitPartition(null, table, rows, at, null, size));
  }

  @Override
  public Step named(Topology now) {
    List<Partition> parts = now.within(table, rows);
    long bytes = parts.stream().mapToLong(part -> part.size().bytes()).sum();
    return new MergePartitions(
        parts.stream().map(Partition::id).toList(), table, rows, at, ByteSize.ofBytes(bytes));
  }

  /** A merge of all rows merges any of them. */
  @Override
  public boolean isPartOf(Step other) {
    return other instanceof MergePartitions merge
        && table.equals(merge.table)
        && !rows.equals(merge.rows)
        && merge.rows.contains(rows);
  }

  @Override
  public Set<PartitionId> replaces() {
    return new HashSet<>(partitions);
  }

  @Override
  public Footprint footprint() {
    return new Footprint(Set.of(), Set.of(table), replaces());
  }

  @Override
  public void tell(ClientImpact impact) {
    partitions.forEach(partition -> impact.isClosed(partition, 1, this));
  }

  @Override
  public void leaveOut(Omissions out) {
    partitions.forEach(out::keepsItsRows);
  }

  @Override
  public Sentence sentence() {
    return partitions.isEmpty()
        ? Sentence.of("merge rows %s of %s (%s) into one {partition}", rows.toString(), table, size)
        : Sentence.of("merge %s of %s (%s)", Few.of(partitions), table, size);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
