package io.proteus.core.step;

import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sets the block size of each column family of a table, as an undo does where they differed.
 *
 * @param sizes by name of the column family
 */
public record SetFamilyBlockSizes(TableId table, SortedMap<String, ByteSize> sizes)
    implements Step {
  /** What the size of blocks is called in sentences, whatever the store calls it. */
  static final String BLOCKS = "the size of blocks";

  public static final StepType TYPE =
      new StepType("set-family-block-sizes", SetFamilyBlockSizes.class)
          .of(AlterTable.KIND, AlterTable.TABLES)
          .atOnce(Concurrency.of(4));

  public SetFamilyBlockSizes {
    sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  /** A column family that is gone has nothing left to do. */
  @Override
  public boolean isDone(Topology now) {
    FamilyBlocks blocks = blocks(now).orElse(null);
    return blocks == null
        ? now.table(table).isEmpty()
        : now.isCalm(table)
            && sizes.entrySet().stream()
                .allMatch(
                    wanted ->
                        wanted
                            .getValue()
                            .equals(
                                blocks
                                    .families()
                                    .getOrDefault(wanted.getKey(), wanted.getValue())));
  }

  private Optional<FamilyBlocks> blocks(Topology now) {
    return now.table(table).flatMap(found -> Optional.ofNullable(found.blocks()));
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
    ports.need(BlockSizes.class).setBlockSizes(table, sizes);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(AlterTable.TABLES, 1);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return blocks(before).map(blocks -> new SetFamilyBlockSizes(table, blocks.families()));
  }

  @Override
  public Optional<Step> leaving(LaterChanges others) {
    FamilyBlocks blocks = blocks(others.now()).orElse(null);
    if (blocks == null) {
      return Optional.of(this);
    }
    SortedMap<String, ByteSize> own = new TreeMap<>(sizes);
    own.entrySet()
        .removeIf(
            back -> {
              ByteSize is = blocks.families().get(back.getKey());
              return is != null
                  && !others.isOwn(table, BLOCKS, back.getValue().toString(), is.toString());
            });
    return own.isEmpty() ? Optional.empty() : Optional.of(new SetFamilyBlockSizes(table, own));
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofTable(table);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("set blocks of %s to %s", table, shown(sizes));
  }

  /** Sizes by column family, for a line of text: {@code a 8 KB, b 64 KB}. */
  public static String shown(Map<String, ByteSize> sizes) {
    return sizes.entrySet().stream()
        .map(size -> "%s %s".formatted(size.getKey(), size.getValue()))
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
