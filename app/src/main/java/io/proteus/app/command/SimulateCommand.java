package io.proteus.app.command;

import com.github.freva.asciitable.AsciiTable;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.WrongUsage;
import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.controller.json.CoreJson;
import io.proteus.simulator.report.SimulationPage;
import io.proteus.simulator.run.Comparison;
import io.proteus.simulator.run.Comparison.Spread;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.Soak;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code proteus simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Try strategies on a simulated cluster, on virtual time: the same loop, planner and executor as",
      "in production. Prints a comparison and writes a page with the curves and every decision."
    },
    footer = {
      "",
      "Shipped scenarios: met-16, met-17, met-18, tir-8, tir-prototype, mdp-7, steady, daily,",
      "flash-crowd, hot-spot. docs/scenarios.md says how to write one.",
      "",
      "Examples:",
      "  proteus simulate met-18 --strategy none,met --seeds 5",
      "  proteus simulate my.yaml --json",
      "  proteus simulate --soak --seeds 2000      random clusters and faults; what must not happen"
    })
public final class SimulateCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(index = "0", arity = "0..1", paramLabel = "SCENARIO", description = "Name or file.")
  private @Nullable String scenario;

  @Option(
      names = "--strategy",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      defaultValue = "none,met",
      description = {
        "As in strategy: of the configuration file; none: Proteus does not act",
        "(default: ${DEFAULT-VALUE})."
      })
  private List<String> strategies = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many runs, each with another seed (default: ${DEFAULT-VALUE}).")
  private int seeds = 1;

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "(default: ${DEFAULT-VALUE})")
  private long firstSeed = 1;

  @Option(names = "--soak", description = "Random clusters and faults instead of a scenario.")
  private boolean soak;

  @Option(names = "--json", description = "Print every figure as JSON.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "reports/simulation",
      description = "Where the page goes (default: ${DEFAULT-VALUE}).")
  private Path report = Path.of("reports/simulation");

  public SimulateCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, IOException {
    if (seeds < 1 || strategies.isEmpty() || soak == (scenario != null)) {
      throw new WrongUsage(
          "simulate: want a scenario or --soak, one of them, and --seeds of 1 or more.");
    }
    String chosen = scenario;
    return chosen == null ? soak() : compare(ScenarioFile.find(chosen, environment.folder()));
  }

  private int soak() throws InvalidConfiguration {
    int failed = 0;
    for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
      for (String strategy : strategies) {
        List<String> failures =
            strategy.equals(Simulation.NOBODY) ? List.of() : Soak.failuresOf(seed, strategy);
        failures.forEach(environment.screen().out()::println);
        failed += failures.isEmpty() ? 0 : 1;
      }
      environment.screen().progress("  seed %d".formatted(seed));
    }
    environment.screen().progress("");
    environment
        .screen()
        .out()
        .println(
            "%,d seeds, %,d runs in which something must not have happened"
                .formatted(seeds, failed));
    return failed == 0 ? ExitCode.OK : ExitCode.ERROR;
  }

  private int compare(Scenario chosen) throws InvalidConfiguration, IOException {
    List<List<SimulationResult>> byStrategy = new ArrayList<>();
    for (String strategy : strategies) {
      List<SimulationResult> runs = new ArrayList<>();
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        environment.screen().progress("  %s, seed %d".formatted(strategy, seed));
        runs.add(Simulation.run(chosen, strategy, seed));
      }
      byStrategy.add(runs);
    }
    environment.screen().progress("");
    Comparison comparison = Comparison.of(chosen.name(), byStrategy);
    Path page =
        SimulationPage.write(
            chosen,
            byStrategy.stream().map(runs -> runs.get(0)).toList(),
            environment.folder().resolve(report));
    if (json) {
      environment
          .screen()
          .out()
          .println(
              CoreJson.prettyText(
                  Map.of(
                      "schema",
                      "proteus/simulation/1",
                      "comparison",
                      comparison,
                      "runs",
                      byStrategy)));
    } else {
      environment.screen().out().println(table(comparison));
      environment.screen().out().println("Simulated, not measured. Curves and decisions: " + page);
    }
    boolean clean = comparison.rows().stream().allMatch(row -> row.incidents().isEmpty());
    comparison.rows().forEach(row -> row.incidents().forEach(environment.screen().err()::println));
    return clean ? ExitCode.OK : ExitCode.ERROR;
  }

  static String table(Comparison comparison) {
    List<String[]> lines = new ArrayList<>();
    double baseline = comparison.rows().get(0).operations().median();
    for (Comparison.Row row : comparison.rows()) {
      lines.add(
          new String[] {
            row.strategy(),
            millions(row.operations()),
            String.format(Locale.ROOT, "%.2f", row.operations().median() / Math.max(1, baseline)),
            spread(row.responseMs(), "%,.1f"),
            spread(row.p50Ms(), "%,.1f"),
            spread(row.p95Ms(), "%,.1f"),
            spread(row.p99Ms(), "%,.1f"),
            spread(row.nodeHours(), "%,.1f"),
            spread(row.mostNodes(), "%,.0f"),
            spread(row.resizes(), "%,.0f"),
            spread(row.oppositeResizes(), "%,.0f"),
            spread(row.moves(), "%,.0f")
          });
    }
    return AsciiTable.getTable(
        new String[] {
          "strategy",
          "million operations",
          "ratio",
          "ms to answer",
          "p50",
          "p95",
          "p99",
          "node hours",
          "most nodes",
          "resizes",
          "opposite",
          "moves"
        },
        lines.toArray(String[][]::new));
  }

  private static String millions(Spread spread) {
    return spread(
        new Spread(spread.median() / 1e6, spread.lowest() / 1e6, spread.highest() / 1e6), "%,.2f");
  }

  private static String spread(Spread spread, String format) {
    String median = String.format(Locale.ROOT, format, spread.median());
    return spread.lowest() == spread.highest()
        ? median
        : median
            + String.format(
                Locale.ROOT,
                " (" + format + " to " + format + ")",
                spread.lowest(),
                spread.highest());
  }
}
