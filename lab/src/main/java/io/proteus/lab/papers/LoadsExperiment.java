package io.proteus.lab.papers;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Experiment.AfterFailure;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.simulator.loads.LoadCase;
import io.proteus.simulator.loads.LoadComparison;
import io.proteus.simulator.loads.LoadComparison.Row;
import io.proteus.simulator.loads.PolicyCase;
import io.proteus.simulator.loads.ServiceLevel;
import io.proteus.simulator.run.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Every scaling policy under every kind of load, simulated (MDP-7).
 *
 * @param seeds how many runs of each
 * @param shown takes each load's section as soon as there is one
 */
record LoadsExperiment(
    List<LoadCase> loads, List<PolicyCase> policies, int seeds, Consumer<Section> shown)
    implements Experiment<LoadCase, LoadComparison> {
  private static final String EXPLAINED =
      String.format(
          Locale.ROOT,
          "below the level: share of the time in which less than %.0f %% of the requests were"
              + " answered, or the mean answer took more than %.0f ms. front: no other policy is as"
              + " good in both. Simulated, not measured.",
          100 * ServiceLevel.ANSWERED,
          ServiceLevel.RESPONSE_MS);

  LoadsExperiment {
    loads = List.copyOf(loads);
    policies = List.copyOf(policies);
  }

  @Override
  public Outline outline() {
    return new Outline(
        "loads",
        EXPLAINED,
        null,
        List.of(
            Fact.of("seeds", seeds),
            Fact.of("answered share of the level", ServiceLevel.ANSWERED),
            Fact.of("response of the level, ms", ServiceLevel.RESPONSE_MS)));
  }

  @Override
  public List<Turn<LoadCase>> turns() {
    return Turn.once(loads);
  }

  @Override
  public String title(Turn<LoadCase> turn) {
    return turn.of().name();
  }

  @Override
  public Bed<LoadCase, LoadComparison> open(LoadCase first, Consumer<String> progress) {
    return turn -> {
      LoadComparison comparison = compared(turn.of(), progress);
      progress.accept("");
      shown.accept(section(comparison));
      return comparison;
    };
  }

  private LoadComparison compared(LoadCase load, Consumer<String> progress) throws PortException {
    try {
      return LoadComparison.of(load, policies, seeds, progress);
    } catch (InvalidConfiguration e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Findings findings(Measurements<LoadCase, LoadComparison> soFar) {
    List<LoadComparison> comparisons = soFar.all().stream().map(Measurement::found).toList();
    return new Findings(
        comparisons.stream().map(this::section).toList(), List.of(safety(comparisons)));
  }

  @Override
  public AfterFailure afterFailure() {
    return AfterFailure.END;
  }

  static Criterion safety(List<LoadComparison> comparisons) {
    List<String> incidents = new ArrayList<>();
    for (LoadComparison comparison : comparisons) {
      for (Row row : comparison.rows()) {
        for (String incident : row.incidents()) {
          incidents.add("%s, %s, %s".formatted(comparison.load(), row.policy(), incident));
        }
      }
    }
    return new Criterion("Nothing happened in the simulations that must never happen.", incidents);
  }

  private Section section(LoadComparison comparison) {
    return Section.of(
        comparison.load(),
        String.format(
            Locale.ROOT,
            "%s; %.0f h measured",
            comparison.description(),
            comparison.measuredHours()),
        new Columns<Row>()
            .text("policy", Row::policy)
            .figure("node hours", Kind.TENTHS, row -> spread(row.nodeHours(), seeds))
            .figure("below the level", Kind.SHARE, row -> spread(row.violations(), seeds))
            .count("resizes", row -> spread(row.resizes(), seeds))
            .count("oscillations", row -> spread(row.oscillations(), seeds))
            .count("most nodes", row -> spread(row.mostNodes(), seeds))
            .text("front", row -> row.onFront() ? "yes" : "")
            .of(comparison.rows()));
  }

  private static Spread spread(Comparison.Spread figure, int seeds) {
    return new Spread(figure.median(), figure.lowest(), figure.highest(), seeds);
  }
}
