package io.proteus.simulator.world;

import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is set on the simulated tables, each with one column family. Of all of it the model knows
 * the effect of the block size alone; what else is set is kept, and costs what it costs to set it.
 */
final class SimulatedSettings {
  private static final String FAMILY = "f";
  private static final String BLOCK_SIZE = "BLOCKSIZE";

  private final SortedMap<TableId, ByteSize> blockSizes;
  private final Map<TableId, TableSettings> settings = new HashMap<>();

  SimulatedSettings(SortedMap<TableId, ByteSize> blockSizes) {
    this.blockSizes = blockSizes;
  }

  /** What a table shows. */
  TableSettings of(TableId table) {
    TableSettings kept =
        settings.getOrDefault(table, TableSettings.of(Map.of(), Map.of(FAMILY, Map.of())));
    Map<String, Map<String, String>> families = new TreeMap<>();
    kept.families()
        .forEach(
            (family, own) -> {
              Map<String, String> all = new TreeMap<>(own);
              ByteSize blocks = blockSizes.get(table);
              if (blocks != null) {
                all.put(BLOCK_SIZE, Long.toString(blocks.bytes()));
              }
              families.put(family, all);
            });
    return TableSettings.of(kept.values(), families);
  }

  /**
   * Changes a table.
   *
   * @return whether its partitions are to be opened anew: not for the size of blocks to come, and
   *     not where nothing changes
   */
  boolean alter(TableId table, TableChange change) {
    TableSettings before = of(table);
    TableSettings after = change.applied(before);
    settings.put(table, after);
    String blocks = blockSize(after);
    if (blocks != null) {
      blockSizes.replace(table, ByteSize.ofBytes(Long.parseLong(blocks)));
    }
    return !withoutBlockSize(before).equals(withoutBlockSize(after));
  }

  private static @Nullable String blockSize(TableSettings settings) {
    SortedMap<String, String> family = settings.families().get(FAMILY);
    return family == null ? null : family.get(BLOCK_SIZE);
  }

  private static TableSettings withoutBlockSize(TableSettings settings) {
    Map<String, Map<String, String>> families = new TreeMap<>();
    settings
        .families()
        .forEach(
            (family, own) -> {
              Map<String, String> rest = new TreeMap<>(own);
              rest.remove(BLOCK_SIZE);
              families.put(family, rest);
            });
    return TableSettings.of(settings.values(), families);
  }
}
