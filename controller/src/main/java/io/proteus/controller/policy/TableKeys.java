package io.proteus.controller.policy;

import io.proteus.controller.keys.KeyFile;
import io.proteus.core.bulkload.Partitioner;
import io.proteus.core.bulkload.UniformPartitioner;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the keys of tables look that are to be loaded, as operators say: how they are drawn, or a
 * sample of them.
 *
 * @param drawn by table
 * @param samples a folder with a file of keys for each table, {@code TABLE.txt}
 */
public record TableKeys(Map<TableId, Partitioner> drawn, Optional<Path> samples) {
  public static final TableKeys UNKNOWN = new TableKeys(Map.of(), Optional.empty());

  private static final String SAMPLE = ".txt";

  public TableKeys {
    drawn = Map.copyOf(drawn);
  }

  /**
   * @param entries as {@code users=hex} or {@code users=hex:user}, with what all keys begin with
   * @throws InvalidValue naming an entry that is none
   */
  static TableKeys of(List<String> entries, Optional<Path> samples) {
    Map<TableId, Partitioner> drawn = new HashMap<>();
    for (String entry : entries) {
      int at = entry.lastIndexOf('=');
      String how = entry.substring(at + 1).strip();
      int colon = how.indexOf(':');
      String name = colon < 0 ? how : how.substring(0, colon);
      byte[] prefix = KeyFile.bytesOfArgument(colon < 0 ? "" : how.substring(colon + 1));
      Partitioner partitioner =
          UniformPartitioner.all(prefix).stream()
              .filter(one -> at > 0 && one.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InvalidValue(
                          "policies.keys: want TABLE=hash, hex or decimal, and what all keys begin"
                              + " with, as users=hex:user, got '%s'. For other keys put a sample"
                                  .formatted(entry)
                              + " into policies.keySamples."));
      TableId table = new TableId(entry.substring(0, at).strip());
      if (drawn.put(table, partitioner) != null) {
        throw new InvalidValue("policies.keys: table %s is named twice.".formatted(table));
      }
    }
    return new TableKeys(drawn, samples);
  }

  /**
   * The same, once it is looked at.
   *
   * @throws InvalidValue for a folder that is none
   */
  TableKeys checked() {
    if (samples.isPresent() && !Files.isDirectory(samples.get())) {
      throw new InvalidValue(
          "policies.keySamples: want a folder with samples of keys, got %s, which is none."
              .formatted(samples.get()));
    }
    return this;
  }

  /**
   * Where a table is to be split; empty where nobody says how its keys look. A sample goes before
   * what is said of all keys.
   *
   * @throws InvalidValue for a sample that cannot be read
   */
  Optional<Partitioner> of(TableId table) {
    Path file = Path.of(table.value() + SAMPLE);
    return samples
        .filter(folder -> table.value().indexOf('/') < 0)
        .filter(folder -> Files.isRegularFile(folder.resolve(file)))
        .<Partitioner>map(folder -> new KeyFile("policies.keySamples", folder, file).sample())
        .or(() -> Optional.ofNullable(drawn.get(table)));
  }
}
