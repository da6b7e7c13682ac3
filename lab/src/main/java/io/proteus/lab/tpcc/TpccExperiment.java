package io.proteus.lab.tpcc;

import io.proteus.core.port.PortException;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.workloads.tpcc.Consistency;
import io.proteus.workloads.tpcc.TpccWindow.Figures;
import io.proteus.workloads.tpcc.TransactionType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * TPC-C on a cluster that is homogeneous, that MeT reconfigures, and that begins with what MeT came
 * to (MET-17).
 *
 * @param checks what was found of the consistency conditions so far
 */
record TpccExperiment(
    Outline outline,
    List<TpccArrangement> arrangements,
    int repeats,
    List<Consistency> checks,
    Opening opening)
    implements Experiment<TpccArrangement, TpccMeasured> {

  TpccExperiment {
    arrangements = List.copyOf(arrangements);
  }

  /** Brings up what is measured on, loaded and warm. */
  @FunctionalInterface
  interface Opening {
    Bed<TpccArrangement, TpccMeasured> open(List<Consistency> checks, Consumer<String> progress)
        throws PortException, IOException, InterruptedException;
  }

  @Override
  public List<Turn<TpccArrangement>> turns() {
    return Turn.interleaved(List.of(arrangements), repeats);
  }

  @Override
  public String title(Turn<TpccArrangement> turn) {
    return "repeat %d, %s".formatted(turn.repeat(), turn.of().id());
  }

  @Override
  public Bed<TpccArrangement, TpccMeasured> open(TpccArrangement first, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    return opening.open(checks, progress);
  }

  @Override
  public Findings findings(Measurements<TpccArrangement, TpccMeasured> soFar) {
    List<String> broken = new ArrayList<>();
    checks.forEach(check -> broken.addAll(check.violations()));
    return new Findings(
        List.of(summary(soFar), transactions(soFar)),
        List.of(new Criterion("consistency conditions 1 to 4 hold after each repeat", broken)));
  }

  private static Section summary(Measurements<TpccArrangement, TpccMeasured> runs) {
    List<TpccArrangement> measured =
        List.of(TpccArrangement.values()).stream().filter(one -> rate(runs, one) != null).toList();
    List<Bar> bars = new ArrayList<>();
    for (TpccArrangement one : measured) {
      Spread rate = rate(runs, one);
      if (rate != null) {
        bars.add(Bar.of(one.id(), rate));
      }
    }
    return new Section(
        "New-Orders a minute",
        "Medians of the repeats and their range; ratios are of the same repeat. Only committed"
            + " New-Orders count. Those of (met) and (auto) have the reconfiguration in them.",
        Chart.bars("New-Orders a minute by arrangement", "tpmC", bars),
        List.of(
            new Columns<TpccArrangement>()
                .text("arrangement", TpccArrangement::id)
                .text("what", TpccArrangement::description)
                .figure("tpmC", Kind.RATE, one -> rate(runs, one))
                .figure(
                    "over homogeneous",
                    Kind.RATIO,
                    one ->
                        runs.paired(
                            one, TpccArrangement.HOMOGENEOUS, found -> found.window().tpmC()))
                .text("paper", TpccArrangement::paperRatio)
                .of(measured)));
  }

  private static @Nullable Spread rate(
      Measurements<TpccArrangement, TpccMeasured> runs, TpccArrangement one) {
    return runs.spread(one, found -> found.window().tpmC());
  }

  private record Line(
      Measurement<TpccArrangement, TpccMeasured> run, TransactionType type, Figures figures) {}

  private static Section transactions(Measurements<TpccArrangement, TpccMeasured> runs) {
    List<Line> lines = new ArrayList<>();
    for (Measurement<TpccArrangement, TpccMeasured> run : runs.all()) {
      for (TransactionType type : TransactionType.values()) {
        Figures figures = run.found().window().byType().get(type);
        if (figures != null) {
          lines.add(new Line(run, type, figures));
        }
      }
    }
    return Section.of(
        "Every window",
        "",
        new Columns<Line>()
            .text("arrangement", line -> line.run().of().id())
            .count("repeat", line -> line.run().repeat())
            .count("plans", line -> line.run().found().plans())
            .figure("last plan over, s", Kind.SECONDS, line -> line.run().found().decidedAfterS())
            .text("transaction", line -> line.type().title())
            .count("committed", line -> line.figures().committed())
            .count("rolled back", line -> line.figures().rolledBack())
            .count("failed", line -> line.figures().failed())
            .figure("mean, ms", Kind.MILLISECONDS, line -> line.figures().meanMs())
            .figure("p90, ms", Kind.MILLISECONDS, line -> line.figures().p90Ms())
            .ofDetails(lines));
  }
}
