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
import java.util.Optional;
import java.util.Set;

/**
 * Puts the upper half of a partition that was split before on another node. The half has no name
 * until then; its rows tell which it is. An undo has nothing to put back here, as the merge of the
 * halves brings both to the node of the lower one.
 *
 * @param partition the one that is split
 * @param rows that it held
 * @param size of the half, about
 */
public record MoveUpperHalf(
    PartitionId partition, TableId table, KeyRange rows, NodeId from, NodeId to, ByteSize size)
    implements Step {
  private static final double HALF = 0.5;

  public static final StepType TYPE =
      new StepType("move-upper-half", MoveUpperHalf.class)
          .of(MovePartition.KIND, MovePartition.MOVES, MovePartition.BYTES);

  @Override
  public StepType type() {
    return TYPE;
  }

  /** The part that ends where the rows end; empty while they are in one piece, or are gone. */
  private Optional<Partition> half(Topology now) {
    return now.within(table, rows).stream()
        .filter(part -> !rows.equals(part.rows()))
        .filter(part -> part.rows() != null && rows.endsLike(part.rows()))
        .findFirst();
  }

  @Override
  public boolean isDone(Topology now) {
    return now.within(table, rows).isEmpty()
        || half(now).filter(part -> to.equals(part.node()) && now.isOpen(part)).isPresent();
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    Optional<Partition> half = half(now);
    if (half.isEmpty()) {
      return Optional.of(Sentence.of("%s is not split", partition));
    }
    if (!now.isOpen(half.get())) {
      return Optional.of(Sentence.of("%s is in transition", half.get().id()));
    }
    return now.node(to).isPresent()
        ? Optional.empty()
        : Optional.of(Sentence.of("%s is not a live {node}", to));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(2).plus(costs.transfer().copying(size).multipliedBy(2));
  }

  @Override
  public void issue(Ports ports) throws PortException {
    Partition half =
        half(ports.store().topology())
            .orElseThrow(() -> new PortException("%s is not split.".formatted(partition)));
    ports.need(Placement.class).move(half.id(), to);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(MovePartition.MOVES, 1);
    tally.add(MovePartition.BYTES, size.bytes());
  }

  @Override
  public Optional<NodeId> needs() {
    return Optional.of(to);
  }

  @Override
  public List<NodeId> carriedBy() {
    return List.of(from, to);
  }

  @Override
  public Optional<Sentence> settledOtherwise(Topology now) {
    return half(now)
        .filter(now::isOpen)
        .filter(part -> !to.equals(part.node()))
        .map(part -> Sentence.of("%s is open on %s", part.id(), part.node()));
  }

  @Override
  public Footprint footprint() {
    return new Footprint(new HashSet<>(List.of(from, to)), Set.of(table), Set.of(partition));
  }

  @Override
  public void tell(ClientImpact impact) {
    impact.isClosed(partition, HALF, this);
    impact.isHandedOver(size);
  }

  @Override
  public void tell(PriorValues prior, Topology before) {}

  @Override
  public void leaveOut(Omissions out) {
    out.keepsItsRows(partition);
  }

  @Override
  public Sentence sentence() {
    if (size.bytes() == 0) {
      // of an empty partition, which may be split at several keys, there is no half
      return rows.to() == null
          ? Sentence.of("move the last rows of %s of %s from %s to %s", partition, table, from, to)
          : Sentence.of(
              "move the rows before %s of %s of %s from %s to %s",
              rows.to().toString(), partition, table, from, to);
    }
    return Sentence.of(
        "move the upper half of %s of %s (%s) from %s to %s", partition, table, size, from, to);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
