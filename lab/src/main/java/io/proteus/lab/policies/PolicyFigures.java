package io.proteus.lab.policies;

import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.workloads.tenant.RowDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of policies beside a store's defaults (PCM-10), and what follows from it.
 *
 * @param store its name
 */
record PolicyFigures(
    String store, List<Case> cases, Measurements<Side, SettingsBench.Figures> runs) {
  PolicyFigures {
    cases = List.copyOf(cases);
  }

  /**
   * A workload and the policy for it.
   *
   * @param distribution of its requests over the rows
   * @param values that were set, by parameter's name
   * @param leftOut parameters that the policy sets besides
   * @param paper what the paper had for it; empty where it has nothing of this store
   */
  record Case(
      BenchWorkload workload,
      RowDistribution distribution,
      String policy,
      Map<String, String> values,
      Set<String> leftOut,
      String paper) {
    Case {
      values = Map.copyOf(values);
      leftOut = Set.copyOf(leftOut);
    }

    /** For people. */
    String title() {
      return distribution == RowDistribution.UNIFORM
          ? workload.id()
          : workload.id() + ", " + distribution.id();
    }
  }

  private @Nullable Spread rates(Case one, boolean policy) {
    return isCompared(one)
        ? runs.spread(new Side(one, policy), SettingsBench.Figures::perSecond)
        : null;
  }

  /** The rate under the policy over that under the defaults, repeat by repeat. */
  @Nullable Spread ratio(Case one) {
    return runs.paired(new Side(one, true), new Side(one, false), SettingsBench.Figures::perSecond);
  }

  /** The same of the 99th percentile of answer times. */
  @Nullable Spread p99Ratio(Case one) {
    return runs.paired(
        new Side(one, true), new Side(one, false), figures -> Math.max(1, figures.p99Micros()));
  }

  /** Whether both sides were measured in the same repeat. */
  private boolean isCompared(Case one) {
    return ratio(one) != null;
  }

  List<Section> sections() {
    return List.of(ratios(), settings(), everyRun());
  }

  private Section ratios() {
    List<Bar> bars = new ArrayList<>();
    for (Case one : cases) {
      Spread ratio = ratio(one);
      if (ratio != null) {
        bars.add(Bar.of(one.title(), ratio));
      }
    }
    return new Section(
        "Throughput over %s's defaults".formatted(store),
        "Medians of the repeats and their range; ratios are of the same repeat.",
        Chart.bars(
            "Throughput over the defaults by workload; to the farthest repeat",
            "times the defaults",
            bars),
        List.of(ratioColumns().of(cases)));
  }

  private Columns<Case> ratioColumns() {
    Columns<Case> columns =
        new Columns<Case>()
            .text("workload", Case::title)
            .text("policy", Case::policy)
            .figure("defaults, op/s", Kind.RATE, one -> rates(one, false))
            .figure("policy, op/s", Kind.RATE, one -> rates(one, true))
            .figure("ratio", Kind.RATIO, this::ratio);
    if (cases.stream().anyMatch(one -> !one.paper().isEmpty())) {
      columns.text("paper's ratio", Case::paper);
    }
    return columns.figure("p99 over the defaults'", Kind.RATIO, this::p99Ratio);
  }

  private Section settings() {
    return Section.of(
        "What was set",
        cases.stream().allMatch(one -> one.leftOut().isEmpty())
            ? ""
            : "What a policy sets besides is left out: the heap is the cluster's, its tables do not"
                + " split, and servers are not restarted.",
        new Columns<Case>()
            .text("workload", Case::title)
            .text("what", one -> one.workload().description())
            .text("set", one -> new TreeMap<>(one.values()))
            .text("left out", one -> String.join(", ", new TreeSet<>(one.leftOut())))
            .ofDetails(cases));
  }

  private Section everyRun() {
    return Section.of(
        "Every window",
        "",
        new Columns<Measurement<Side, SettingsBench.Figures>>()
            .text("workload", run -> run.of().of().title())
            .text("under", run -> run.of().policy() ? "the policy" : "the defaults")
            .count("repeat", Measurement::repeat)
            .figure("op/s", Kind.RATE, run -> run.found().perSecond())
            .figure(
                "p99 of the slowest table, ms",
                Kind.MILLISECONDS,
                run -> run.found().p99Micros() / 1e3)
            .count("failed", run -> run.found().failed())
            .ofDetails(runs.all()));
  }
}
