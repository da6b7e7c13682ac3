package io.proteus.lab.bulkload;

import io.proteus.app.Environment;
import io.proteus.app.OptionValue;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment bulk-load}. */
@Command(
    name = "bulk-load",
    mixinStandardHelpOptions = true,
    description = {
      "HBase's defaults against HConfig's bulk load (HCF-7), step by step, and PCM-BL (PCM-10).",
      "Interleaved and repeated, with YCSB's hashed keys. Takes all of this machine: what else"
          + " runs",
      "on it spoils the figures."
    })
public final class BulkLoadExperimentCommand implements Callable<Integer> {
  private static final long WARM_UP_BYTES = 1_000_000_000;
  private static final ByteSize MOST_ROW = ByteSize.ofMegabytes(8);

  private final Environment environment;

  @Mixin private final StageOptions cluster = new StageOptions(5, "2GB", 0, "reports/bulk-load");
  @Mixin private final RepeatOptions repeats = new RepeatOptions();

  @Option(
      names = "--rows",
      paramLabel = "N[,N...]",
      split = ",",
      defaultValue = "300000,1500000",
      description = "Rows that are loaded (default: ${DEFAULT-VALUE}).")
  private List<Long> rows = List.of();

  @Option(
      names = "--configurations",
      paramLabel = "ID[,ID...]",
      split = ",",
      defaultValue = "default,presplit,hconfig1,hconfig2,hconfig3,hconfig4,pcm-bl",
      description = "What is compared (default: ${DEFAULT-VALUE}).")
  private List<String> configurations = List.of();

  @Option(
      names = "--warm-up-rows",
      paramLabel = "N",
      description = "Rows loaded twice before, unmeasured (default: a gigabyte of them).")
  private @Nullable Long warmUpRows;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "Of the client, as the papers' (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--client-buffer",
      paramLabel = "SIZE",
      defaultValue = "12MB",
      description = {
        "That each thread collects; 1B sends each row by itself, as AutoFlush does",
        "(default: ${DEFAULT-VALUE})."
      })
  private String buffer = "12MB";

  @Option(
      names = "--fields",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fields of a row (default: ${DEFAULT-VALUE}).")
  private int fields;

  @Option(
      names = "--row-size",
      paramLabel = "SIZE",
      defaultValue = "1000B",
      description = "Of all its fields together (default: ${DEFAULT-VALUE}).")
  private String rowSize = "1000B";

  public BulkLoadExperimentCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    List<LoadConfiguration> chosen =
        configurations.stream().map(LoadConfiguration::named).distinct().toList();
    refuseNonsense();
    ByteSize bytes = OptionValue.of("--client-buffer", () -> ByteSize.parse(buffer));
    ClusterLoads.LoadSize size =
        new ClusterLoads.LoadSize(threads, bytes, fields, fieldBytes(fields));
    StageSpec spec = cluster.spec(environment);
    Outline outline =
        new Outline(
            "bulk-load",
            "Each configuration loads the same rows, in turns, every second time in the reverse"
                + " order.",
            spec.environment(),
            List.of(
                Fact.of("repeats", repeats.count()),
                Fact.of("client threads", size.threads()),
                Fact.of("buffer of each", size.buffer()),
                Fact.of("fields of a row", size.fields()),
                Fact.of("bytes of a field", size.fieldBytes())));
    return ExperimentRunner.publish(
        environment,
        cluster.report(environment),
        new BulkLoadExperiment(
            outline,
            rows,
            chosen,
            repeats.count(),
            warmUpRows(size),
            progress -> ClusterLoads.open(spec, size, environment.time(), progress),
            new LinkedHashMap<>()));
  }

  /** HBase's clients refuse cells over 10 MB, and every row is held in memory several times. */
  private int fieldBytes(int count) {
    ByteSize size = OptionValue.of("--row-size", () -> ByteSize.parse(rowSize));
    if (size.bytes() < count || size.bytes() > MOST_ROW.bytes()) {
      throw new WrongUsage(
          "--row-size: want a byte for each of %d fields, and %s at most, got %s."
              .formatted(count, MOST_ROW, size));
    }
    return (int) (size.bytes() / count);
  }

  private long warmUpRows(ClusterLoads.LoadSize size) {
    if (warmUpRows != null) {
      return warmUpRows;
    }
    long thousands = WARM_UP_BYTES / size.fields() / size.fieldBytes() / 1000;
    return Math.max(1, thousands) * 1000;
  }

  private void refuseNonsense() {
    if (rows.stream().anyMatch(count -> count < 1000)) {
      throw new WrongUsage("--rows: want 1,000 or more rows, got %s.".formatted(rows));
    }
    repeats.count();
    long before = warmUpRows == null ? 0 : warmUpRows;
    if (fields < 1 || fields > 100 || threads < 1 || before < 0 || before % 1000 != 0) {
      throw new WrongUsage(
          "--fields, --threads, --warm-up-rows: want 1..100, 1 or more, and whole thousands or 0, got %d, %d and %d."
              .formatted(fields, threads, before));
    }
  }
}
