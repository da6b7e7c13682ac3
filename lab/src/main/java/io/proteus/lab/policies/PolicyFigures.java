package io.proteus.lab.policies;

import static io.proteus.lab.result.Column.text;

import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What was measured of policies beside a store's defaults (PCM-10), and what follows from it. */
record PolicyFigures(List<Case> cases, List<Run> runs) {
  PolicyFigures {
    cases = List.copyOf(cases);
    runs = List.copyOf(runs);
  }

  /**
   * A workload and the policy for it.
   *
   * @param values that were set, by parameter's name
   * @param leftOut parameters that the policy sets besides
   * @param paper what the paper had for it
   */
  record Case(
      String workload,
      String description,
      String policy,
      Map<String, String> values,
      Set<String> leftOut,
      String paper) {
    Case {
      values = Map.copyOf(values);
      leftOut = Set.copyOf(leftOut);
    }
  }

  /**
   * A measured window.
   *
   * @param policy whether under the policy, else under the store's defaults
   * @param p99Micros of all operations, of the slowest table
   * @param failed operations
   */
  record Run(
      String workload, boolean policy, int repeat, double perSecond, long p99Micros, long failed) {}

  /**
   * What a case comes to.
   *
   * @param defaults operations a second under the store's defaults
   * @param policy the same under the policy
   * @param ratio of the second over the first, repeat by repeat
   * @param p99Ratio the same of the 99th percentile of answer times
   */
  record Figures(Spread defaults, Spread policy, Spread ratio, Spread p99Ratio) {}

  /** Empty until both sides were measured in the same repeat. */
  Optional<Figures> figures(Case of) {
    List<Double> defaults = new ArrayList<>();
    List<Double> policy = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> slower = new ArrayList<>();
    for (Run base : runs) {
      if (!base.workload().equals(of.workload()) || base.policy()) {
        continue;
      }
      for (Run other : runs) {
        if (other.workload().equals(of.workload())
            && other.policy()
            && other.repeat() == base.repeat()) {
          defaults.add(base.perSecond());
          policy.add(other.perSecond());
          ratios.add(other.perSecond() / base.perSecond());
          slower.add(other.p99Micros() / (double) Math.max(1, base.p99Micros()));
        }
      }
    }
    return ratios.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Figures(
                Spread.of(defaults), Spread.of(policy), Spread.of(ratios), Spread.of(slower)));
  }

  List<Section> sections() {
    return List.of(ratios(), settings(), everyRun());
  }

  private Section ratios() {
    List<Bar> bars = new ArrayList<>();
    List<List<Cell>> rows = new ArrayList<>();
    for (Case one : cases) {
      Figures figures = figures(one).orElse(null);
      if (figures != null) {
        bars.add(Bar.of(one.workload(), figures.ratio()));
      }
      rows.add(
          List.of(
              Cell.of(one.workload()),
              Cell.of(one.policy()),
              Cell.of(figures == null ? null : figures.defaults()),
              Cell.of(figures == null ? null : figures.policy()),
              Cell.of(figures == null ? null : figures.ratio()),
              Cell.of(one.paper()),
              Cell.of(figures == null ? null : figures.p99Ratio())));
    }
    return new Section(
        "Throughput over HBase's defaults",
        "Medians of the repeats and their range; ratios are of the same repeat.",
        bars.isEmpty()
            ? List.of()
            : List.of(
                new Chart.Bars(
                    "Throughput over the defaults by workload; to the farthest repeat",
                    "times the defaults",
                    bars)),
        List.of(
            Table.of(
                List.of(
                    text("workload"),
                    text("policy"),
                    new Column("defaults, op/s", Kind.RATE),
                    new Column("policy, op/s", Kind.RATE),
                    new Column("ratio", Kind.RATIO),
                    text("paper's ratio"),
                    new Column("p99 over the defaults'", Kind.RATIO)),
                rows)));
  }

  private Section settings() {
    return Section.of(
        "What was set",
        "What a policy sets besides is left out: the heap is the cluster's, its tables do not"
            + " split, and servers are not restarted.",
        Table.ofDetails(
            List.of(text("workload"), text("what"), text("set"), text("left out")),
            cases.stream()
                .map(
                    one ->
                        List.of(
                            Cell.of(one.workload()),
                            Cell.of(one.description()),
                            Cell.of(new TreeMap<>(one.values()).toString()),
                            Cell.of(String.join(", ", new TreeSet<>(one.leftOut())))))
                .toList()));
  }

  private Section everyRun() {
    return Section.of(
        "Every window",
        "",
        Table.ofDetails(
            List.of(
                text("workload"),
                text("under"),
                new Column("repeat", Kind.COUNT),
                new Column("op/s", Kind.RATE),
                new Column("p99 of the slowest table, ms", Kind.MILLISECONDS),
                new Column("failed", Kind.COUNT)),
            runs.stream()
                .map(
                    run ->
                        List.of(
                            Cell.of(run.workload()),
                            Cell.of(run.policy() ? "the policy" : "the defaults"),
                            Cell.of(run.repeat()),
                            Cell.of(run.perSecond()),
                            Cell.of(run.p99Micros() / 1e3),
                            Cell.of(run.failed())))
                .toList()));
  }
}
