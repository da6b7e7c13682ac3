package io.proteus.lab.papers;

import static io.proteus.lab.result.Column.text;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.lab.report.Publication;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.Table;
import io.proteus.simulator.loads.LoadCase;
import io.proteus.simulator.loads.LoadComparison;
import io.proteus.simulator.loads.LoadComparison.Row;
import io.proteus.simulator.loads.PolicyCase;
import io.proteus.simulator.loads.ServiceLevel;
import io.proteus.simulator.run.Comparison;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment loads}. */
@Command(
    name = "loads",
    mixinStandardHelpOptions = true,
    description = {
      "Every scaling policy under every kind of load, simulated (MDP-7).",
      "Tells node-hours, time below the service level, resizes, and who is on the Pareto front of",
      "the first two. Takes some minutes; docs/simulator.md has the table."
    })
public final class LoadsCommand implements Callable<Integer> {
  private static final String EXPLAINED =
      String.format(
          Locale.ROOT,
          "below the level: share of the time in which less than %.0f %% of the requests were"
              + " answered, or the mean answer took more than %.0f ms. front: no other policy is as"
              + " good in both. Simulated, not measured.",
          100 * ServiceLevel.ANSWERED,
          ServiceLevel.RESPONSE_MS);

  private final Environment environment;

  @Option(
      names = "--loads",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "Some of them (default: all but weekly, which takes long).")
  private List<String> loads = LoadCase.USUAL;

  @Option(
      names = "--policies",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "Some of them; mdp:REWARD for TIRAMOLA's decision making (default: all).")
  private List<String> policies = PolicyCase.ALL.stream().map(PolicyCase::name).toList();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many runs of each (default: ${DEFAULT-VALUE}).")
  private int seeds = 1;

  @Option(names = "--json", description = "Print the figures as JSON.")
  private boolean json;

  public LoadsCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration {
    if (seeds < 1) {
      throw new WrongUsage("--seeds: want 1 or more, got %d.".formatted(seeds));
    }
    List<LoadCase> chosen = loads.stream().map(LoadCase::named).toList();
    List<PolicyCase> compared = policies.stream().map(PolicyCase::named).toList();
    Instant started = environment.time().now();
    List<LoadComparison> comparisons = new ArrayList<>();
    for (LoadCase load : chosen) {
      LoadComparison comparison =
          LoadComparison.of(
              load, compared, seeds, line -> environment.screen().progress("  " + line));
      comparisons.add(comparison);
      environment.screen().progress("");
      if (!json) {
        environment.screen().out().println(ResultText.of(section(comparison, seeds)));
      }
    }
    Result result = result(comparisons, started, environment.time().now());
    environment.screen().out().println(json ? CoreJson.prettyText(result) : result.method());
    return Publication.objections(result, environment.screen());
  }

  private Result result(List<LoadComparison> comparisons, Instant started, Instant ended) {
    return new Result(
        Result.SCHEMA,
        "loads",
        started,
        ended,
        EXPLAINED,
        null,
        List.of(
            Fact.of("seeds", seeds),
            Fact.of("answered share of the level", ServiceLevel.ANSWERED),
            Fact.of("response of the level, ms", ServiceLevel.RESPONSE_MS)),
        comparisons.stream().map(one -> section(one, seeds)).toList(),
        List.of(safety(comparisons)),
        List.of());
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

  private static Section section(LoadComparison comparison, int seeds) {
    return Section.of(
        comparison.load(),
        String.format(
            Locale.ROOT,
            "%s; %.0f h measured",
            comparison.description(),
            comparison.measuredHours()),
        Table.of(
            List.of(
                text("policy"),
                new Column("node hours", Kind.TENTHS),
                new Column("below the level", Kind.SHARE),
                new Column("resizes", Kind.COUNT),
                new Column("oscillations", Kind.COUNT),
                new Column("most nodes", Kind.COUNT),
                text("front")),
            comparison.rows().stream().map(row -> cells(row, seeds)).toList()));
  }

  private static List<Cell> cells(Row row, int seeds) {
    return List.of(
        Cell.of(row.policy()),
        Cell.of(spread(row.nodeHours(), seeds)),
        Cell.of(spread(row.violations(), seeds)),
        Cell.of(spread(row.resizes(), seeds)),
        Cell.of(spread(row.oscillations(), seeds)),
        Cell.of(spread(row.mostNodes(), seeds)),
        Cell.of(row.onFront() ? "yes" : ""));
  }

  private static Spread spread(Comparison.Spread figure, int seeds) {
    return new Spread(figure.median(), figure.lowest(), figure.highest(), seeds);
  }
}
