package io.proteus.core.step;

import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sets the size of the blocks in which a table is stored and read. */
public record SetBlockSize(TableId table, ByteSize blockSize) implements Step {
  /** A block size costs a table nothing before it is compacted. */
  public static final StepType TYPE =
      new StepType("set-block-size", SetBlockSize.class)
          .of(AlterTable.KIND, AlterTable.TABLES)
          .atOnce(Concurrency.of(4));

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.table(table).map(t -> blockSize.equals(t.blockSize())).orElse(true)
        && now.isCalm(table);
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return Optional.empty();
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(5);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(BlockSizes.class).setBlockSize(table, blockSize);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(AlterTable.TABLES, 1);
  }

  /** Where column families differed, each gets its own size back. */
  @Override
  public Optional<Step> inverse(Topology before) {
    return before.table(table).flatMap(this::inverse);
  }

  private Optional<Step> inverse(Table before) {
    if (before.blockSize() != null) {
      return Optional.of(new SetBlockSize(table, before.blockSize()));
    }
    return Optional.ofNullable(before.blocks())
        .map(blocks -> new SetFamilyBlockSizes(table, blocks.families()));
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    prior.isSet(table, SetFamilyBlockSizes.BLOCKS, blockSize.toString());
    Step.super.tell(prior, before);
  }

  /** Where column families differ by now, each is looked at for itself. */
  @Override
  public Optional<Step> leaving(LaterChanges others) {
    Table is = others.now().table(table).orElse(null);
    if (is == null || blockSize.equals(is.blockSize())) {
      return Optional.of(this);
    }
    if (is.blocks() != null) {
      SortedMap<String, ByteSize> all = new TreeMap<>(is.blocks().families());
      all.replaceAll((family, size) -> blockSize);
      Optional<Step> own = new SetFamilyBlockSizes(table, all).leaving(others);
      return own.equals(Optional.of(new SetFamilyBlockSizes(table, all))) ? Optional.of(this) : own;
    }
    return is.blockSize() == null
            || others.isOwn(
                table, SetFamilyBlockSizes.BLOCKS, blockSize.toString(), is.blockSize().toString())
        ? Optional.of(this)
        : Optional.empty();
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofTable(table);
  }

  @Override
  public void leaveOut(Omissions out) {
    out.keepsItsBlocks(table);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("set blocks of %s to %s", table, blockSize);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
