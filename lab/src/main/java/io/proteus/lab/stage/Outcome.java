package io.proteus.lab.stage;

import io.proteus.core.port.PortException;
import io.proteus.lab.report.ExperimentReport;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.result.Environment;
import io.proteus.lab.result.ExperimentFile;
import io.proteus.lab.result.ExperimentResult;
import io.proteus.lab.result.Parameters;
import io.proteus.lab.result.TenantDescription;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/**
 * What an experiment leaves behind: one file with every figure, and a page made from it.
 *
 * @param name of the experiment
 * @param started when
 * @param spec what it ran on
 * @param timing how long each phase took
 * @param seed of every draw
 * @param version of Proteus
 * @param tenants that were at work
 */
public record Outcome(
    String name,
    Instant started,
    StageSpec spec,
    Timing timing,
    long seed,
    String version,
    List<Tenant> tenants) {
  public static final String FILE = "result.json";
  private static final String STORE = "HBase";

  /** Writes the file and the page into a folder; returns the page. */
  public Path write(Path folder, Arrangement baseline, List<DataSizeResult> sizes)
      throws IOException {
    ExperimentResult result = result(baseline, sizes);
    ExperimentFile.write(folder.resolve(FILE), result);
    return ExperimentReport.write(result, folder);
  }

  private ExperimentResult result(Arrangement baseline, List<DataSizeResult> sizes) {
    int repeats =
        sizes.stream()
            .flatMap(size -> size.arrangements().stream())
            .mapToInt(arrangement -> arrangement.repeats().size())
            .max()
            .orElse(0);
    return new ExperimentResult(
        ExperimentResult.SCHEMA,
        name,
        started,
        Instant.now(),
        environment(spec, version),
        new Parameters(
            repeats,
            timing.warmUp().toMillis() / 1e3,
            timing.window().toMillis() / 1e3,
            RowFormat.ONE_FIELD.rowBytes(),
            seed),
        baseline.id(),
        tenants.stream().map(TenantDescription::of).toList(),
        sizes);
  }

  /** Name and version; without a version where the jars that it ran on do not tell any more. */
  private static String store(StageSpec spec) {
    try {
      return new Installation(spec.home())
          .serverJars()
          .hbaseVersion()
          .map(version -> STORE + " " + version)
          .orElse(STORE);
    } catch (PortException gone) {
      return STORE;
    }
  }

  /** What an experiment of this release on such a stage runs in. */
  public static Environment environment(StageSpec spec, String version) {
    long memory =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean machine
            ? machine.getTotalMemorySize()
            : 0;
    return new Environment(
        version,
        store(spec),
        System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.getRuntime().availableProcessors(),
        memory,
        spec.regionServers(),
        spec.heap().bytes(),
        spec.cores(),
        spec.properties().isEmpty() ? null : new TreeMap<>(spec.properties()));
  }
}
