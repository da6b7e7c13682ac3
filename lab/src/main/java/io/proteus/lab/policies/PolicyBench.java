package io.proteus.lab.policies;

import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.execution.Time;
import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchOptions;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A real cluster that measures both sides of each case. */
record PolicyBench(SettingsBench bench, Consumer<String> progress)
    implements Bed<Side, SettingsBench.Figures> {

  /** Brings the cluster up and warms it up under each workload. */
  static PolicyBench open(
      StageSpec spec,
      BenchOptions.Bench options,
      List<Case> cases,
      Time time,
      Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    SettingsBench bench =
        SettingsBench.open(
            spec, options, ShippedGuide.of("hbase").catalogue(), Map.of(), time, progress);
    try {
      for (Case one : cases) {
        progress.accept("warming up, " + one.title());
        bench.warmUp(
            one.workload(), one.distribution(), options.firstWarmUp().dividedBy(cases.size()));
      }
      return new PolicyBench(bench, progress);
    } catch (PortException | IOException | InterruptedException | RuntimeException e) {
      bench.close();
      throw e;
    }
  }

  @Override
  public SettingsBench.Figures measure(Turn<Side> turn)
      throws PortException, IOException, InterruptedException {
    Side side = turn.of();
    SettingsBench.Figures figures =
        bench.measure(side.of().workload(), side.of().distribution(), side.values());
    progress.accept(
        "%s, repeat %d, %s: %,.0f op/s"
            .formatted(
                side.of().title(),
                turn.repeat(),
                side.policy() ? side.of().policy() : "HBase's defaults",
                figures.perSecond()));
    return figures;
  }

  @Override
  public boolean isEnding() {
    return bench.isEnding();
  }

  @Override
  public void close() throws PortException, IOException {
    bench.close();
  }
}
