package io.proteus.lab.tuning;

import io.proteus.controller.execution.Time;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.bench.TrialSettings;
import io.proteus.lab.stage.StageSpec;
import io.proteus.workloads.tenant.RowDistribution;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A real cluster on this machine. */
final class LocalBed implements TestBed {
  private final SettingsBench settings;
  private final boolean restarts;
  private final Bench bench;
  private final BenchWorkload workload;
  private final Consumer<String> progress;

  private LocalBed(
      SettingsBench settings,
      boolean restarts,
      Bench bench,
      BenchWorkload workload,
      Consumer<String> progress) {
    this.settings = settings;
    this.restarts = restarts;
    this.bench = bench;
    this.workload = workload;
    this.progress = progress;
  }

  /**
   * Brings the cluster up.
   *
   * @param usual the defaults of what will be tuned
   */
  static LocalBed open(
      StageSpec spec,
      Bench bench,
      BenchWorkload workload,
      Map<String, String> usual,
      ParameterCatalogue catalogue,
      Time time,
      Consumer<String> progress)
      throws PortException, IOException {
    Map<String, String> restarted = TrialSettings.of(usual, catalogue).node();
    return new LocalBed(
        SettingsBench.open(spec, bench, catalogue, restarted, time, progress),
        !restarted.isEmpty(),
        bench,
        workload,
        progress);
  }

  @Override
  public void warmUp() throws PortException, IOException, InterruptedException {
    progress.accept(beforeTrials(bench, restarts));
    settings.warmUp(workload, RowDistribution.UNIFORM, bench.firstWarmUp());
  }

  /**
   * What is done before the first trial, for people.
   *
   * @param restarts whether servers are restarted before each trial, so that warm ones would not
   *     stay warm
   */
  static String beforeTrials(Bench bench, boolean restarts) {
    return restarts
        ? "no first warm-up: some parameters take a restart, so servers are restarted before each"
            + " trial"
        : "warming up for %d s".formatted(bench.firstWarmUp().toSeconds());
  }

  @Override
  public double measure(int number, Map<String, String> values)
      throws PortException, IOException, InterruptedException {
    return settings.measure(workload, RowDistribution.UNIFORM, values).perSecond();
  }

  @Override
  public boolean isEnding() {
    return settings.isEnding();
  }

  /** How a trial is made, sentences: trials of which they differ cannot be compared. */
  static String measurement(StageSpec spec, Bench bench) {
    return "%s %d RegionServers with %s of heap each%s.%s"
        .formatted(
            bench.method(),
            spec.regionServers(),
            spec.heap(),
            spec.cores() == null ? "" : ", %s cores each".formatted(spec.cores()),
            spec.properties().isEmpty()
                ? ""
                : " --property "
                    + new TreeMap<>(spec.properties())
                        .entrySet().stream()
                            .map(property -> property.getKey() + "=" + property.getValue())
                            .collect(Collectors.joining(", ", "", ".")));
  }

  @Override
  public void close() throws PortException, IOException {
    settings.close();
  }
}
