package io.proteus.lab.stage;

import io.proteus.app.Environment;
import io.proteus.app.OptionValue;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.core.units.ByteSize;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The cluster that an experiment brings up, and where its results go. */
public final class StageOptions {
  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description = "RegionServers, each with a DataNode (default: ${DEFAULT-VALUE}).")
  private int regionServers;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Heap of each RegionServer (default: ${DEFAULT-VALUE}).")
  private String heap;

  @Option(
      names = "--cpu",
      paramLabel = "CORES",
      description =
          "Cores that a RegionServer and its DataNode may use together; 0: no cap (default:"
              + " ${DEFAULT-VALUE}).")
  private double cores;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Of the cluster; deleted afterwards (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("proteus-data/experiment");

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where results go (default: ${DEFAULT-VALUE}).")
  private Path report;

  @Option(
      names = "--property",
      paramLabel = "KEY=VALUE",
      description = "A setting of every daemon, in HBase's or HDFS's own key; repeat it for more.")
  private Map<String, String> properties = new TreeMap<>();

  /**
   * The defaults of a command.
   *
   * @param cores 0: no cap
   */
  public StageOptions(int regionServers, String heap, double cores, String report) {
    this.regionServers = regionServers;
    this.heap = heap;
    this.cores = cores;
    this.report = Path.of(report);
  }

  /** What is to be brought up. */
  public StageSpec spec(Environment environment) {
    ByteSize size = OptionValue.of("--heap", () -> ByteSize.parse(heap));
    Double cap = cores == 0 ? null : Double.valueOf(cores);
    OptionValue.check("--cpu", () -> ResourceCap.check(cap));
    return OptionValue.together(
        () ->
            new StageSpec(
                environment.home(),
                absolute(directory, environment),
                regionServers,
                size,
                cap,
                properties));
  }

  /** Where results go. */
  public Path report(Environment environment) {
    return absolute(report, environment);
  }

  private static Path absolute(Path path, Environment environment) {
    return environment.folder().resolve(path).toAbsolutePath().normalize();
  }
}
