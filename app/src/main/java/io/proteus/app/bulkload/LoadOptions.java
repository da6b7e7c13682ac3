package io.proteus.app.bulkload;

import io.proteus.app.WrongUsage;
import io.proteus.controller.keys.KeyFile;
import io.proteus.core.bulkload.GivenSplits;
import io.proteus.core.bulkload.LoadPlanner;
import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadRules;
import io.proteus.core.bulkload.Partitioner;
import io.proteus.core.port.StoredTable;
import io.proteus.core.port.TableStore;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is to be loaded, and how. */
final class LoadOptions {
  private static final List<String> FILES = List.of("files", "hfiles");

  @Option(names = "--table", required = true, paramLabel = "NAME", description = "The table.")
  private String table = "";

  @Option(names = "--rows", required = true, paramLabel = "N", description = "How many rows.")
  private long rows;

  @Option(
      names = "--record-size",
      required = true,
      paramLabel = "SIZE",
      description = "Of a row, all in it: 1KB.")
  private String recordSize = "";

  @Option(
      names = "--sample",
      paramLabel = "FILE",
      description = "Some of the real keys, one a line, bytes as \\xNN: split at quantiles.")
  private @Nullable Path sample;

  @Option(
      names = "--key-distribution",
      paramLabel = "NAME",
      description = {
        "hash, hex (lower case), decimal (drawn evenly), sequential, or a partitioner",
        "of yours."
      })
  private @Nullable String distribution;

  @Option(
      names = "--splits",
      paramLabel = "FILE",
      description = "Split keys of your own, one a line.")
  private @Nullable Path splits;

  @Option(
      names = "--key-prefix",
      paramLabel = "TEXT",
      description = "What all keys begin with, bytes as \\xNN, for --key-distribution.")
  private String prefix = "";

  @Option(
      names = "--key-width",
      paramLabel = "DIGITS",
      description = "Digits of a sequential key (default: as the last one has).")
  private int width;

  @Option(
      names = {"--partitions", "--regions"},
      paramLabel = "N",
      description = "How many partitions in all.")
  private @Nullable Integer partitions;

  @Option(
      names = {"--partitions-per-node", "--regions-per-server"},
      paramLabel = "N",
      description = "Partitions for each live node (default: as the rule book has it).")
  private @Nullable Integer partitionsPerNode;

  @Option(
      names = "--max-imbalance",
      paramLabel = "F",
      defaultValue = "1.5",
      description =
          "Times its fair share the largest partition may get (default: ${DEFAULT-VALUE}).")
  private double mostImbalance = 1.5;

  @Option(
      names = "--rules",
      paramLabel = "NAME",
      description = "A rule book of the engine (default: its first).")
  private @Nullable String rules;

  @Option(
      names = "--node-memory",
      paramLabel = "SIZE",
      description = "Of a node's machine: says which heap the rules would give it.")
  private @Nullable String nodeMemory;

  @Option(
      names = "--by",
      paramLabel = "WAY",
      defaultValue = "puts",
      description = "puts, or files made by the store's own tools (default: ${DEFAULT-VALUE}).")
  private String way = "puts";

  @Option(
      names = "--family",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "f",
      description = "Column families of a table that is made (default: ${DEFAULT-VALUE}).")
  private List<String> families = List.of("f");

  @Option(
      names = {"--keep-partitions", "--keep-regions"},
      description = "Leave a table's partitions as they are: its settings only.")
  private boolean keepPartitions;

  @Option(
      names = "--recreate",
      description = "Drop an empty table that is split otherwise, and make it anew.")
  private boolean recreate;

  @Option(names = "--table-only", description = "Leave the nodes' heap divided as it is.")
  private boolean tableOnly;

  /**
   * @param tables which know by what name they have the table
   */
  LoadRequest request(TableStore tables) {
    if (table.isBlank()) {
      throw new WrongUsage("--table: want a name, got none.");
    }
    try {
      return new LoadRequest(tables.named("--table", table), rows, ByteSize.parse(recordSize));
    } catch (InvalidValue e) {
      String message = String.valueOf(e.getMessage());
      throw new WrongUsage(
          message.startsWith("size:") ? "--record-size: " + message.substring(6) : message);
    }
  }

  LoadRoute route() {
    if (way.equals("puts")) {
      return LoadRoute.PUTS;
    }
    if (FILES.contains(way)) {
      return LoadRoute.FILES;
    }
    throw new WrongUsage("--by: want puts or files, got '%s'.".formatted(way));
  }

  /** What a server's machine has; empty when nobody told. */
  Optional<ByteSize> nodeMemory() {
    return Optional.ofNullable(nodeMemory)
        .map(
            text -> {
              try {
                return ByteSize.parse(text);
              } catch (InvalidValue e) {
                throw new WrongUsage(
                    "--node-memory: want a size such as 8GB, got '%s'.".formatted(text));
              }
            });
  }

  List<String> families() {
    return families;
  }

  boolean keepsPartitions() {
    return keepPartitions;
  }

  boolean recreates() {
    return recreate;
  }

  boolean tableOnly() {
    return tableOnly;
  }

  /**
   * Reads what keys are known.
   *
   * @param folder in which files are looked for
   * @param there the table, where there is one
   * @param books the rule books of the engine
   */
  LoadPlanner planner(Path folder, Optional<StoredTable> there, List<LoadRules> books) {
    Partitioner partitioner = keepPartitions ? kept(there) : partitioner(folder);
    Integer count = partitions;
    if (count == null && partitioner instanceof GivenSplits given) {
      count = given.keys().size() + 1;
    }
    return new LoadPlanner(
        rules(books), partitioner, count, count == null ? partitionsPerNode : null, mostImbalance);
  }

  private Partitioner kept(Optional<StoredTable> there) {
    if (sample != null
        || distribution != null
        || splits != null
        || partitions != null
        || partitionsPerNode != null) {
      throw new WrongUsage(
          "--keep-partitions: the table stays as it is split, so --sample, --key-distribution,"
              + " --splits, --partitions and --partitions-per-node have nothing to decide. Leave"
              + " them out.");
    }
    return there
        .map(stored -> new GivenSplits("table " + stored.id(), stored.splits(), true))
        .orElseThrow(
            () ->
                new InvalidValue(
                    "--keep-partitions: there is no table %s that could stay as it is split. Leave it out."
                        .formatted(table)));
  }

  private LoadRules rules(List<LoadRules> books) {
    String name = rules == null ? books.get(0).name() : rules;
    return books.stream()
        .filter(book -> book.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongUsage(
                    "--rules: want %s, got '%s'."
                        .formatted(
                            books.stream().map(LoadRules::name).collect(Collectors.joining(" or ")),
                            name)));
  }

  private Partitioner partitioner(Path folder) {
    int given =
        (sample == null ? 0 : 1) + (distribution == null ? 0 : 1) + (splits == null ? 0 : 1);
    if (given != 1) {
      throw new WrongUsage(
          "--sample, --key-distribution, --splits: want one of them, got %s. How the keys lie decides where the table is split; a sample of the real keys is best."
              .formatted(given == 0 ? "none" : given));
    }
    if (partitions != null && partitionsPerNode != null) {
      throw new WrongUsage("--partitions, --partitions-per-node: want one of them, got both.");
    }
    if (sample != null) {
      return new KeyFile("--sample", folder, sample).sample();
    }
    if (splits != null) {
      return new KeyFile("--splits", folder, splits).splits();
    }
    return KeyDistributions.named(String.valueOf(distribution), prefix, width);
  }
}
