package io.proteus.app.command;

import com.github.freva.asciitable.AsciiTable;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.WrongUsage;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.strategy.scaling.ScalingPolicies;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.replay.Assumptions;
import io.proteus.simulator.replay.Replay;
import io.proteus.simulator.report.SimulationPage;
import io.proteus.simulator.run.ComparedRuns;
import io.proteus.simulator.run.Comparison;
import io.proteus.simulator.run.Comparison.Spread;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.Soak;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
      "Try strategies on a simulated cluster, on virtual time.",
      "Loop, planner and executor are those of production. Prints a comparison and writes a page",
      "with the curves and every decision."
    },
    footer = {
      "",
      "Shipped scenarios: met-16, met-17, met-18, tir-8, tir-prototype, mdp-7, steady, daily,",
      "flash-crowd, hot-spot, open-loop, redis, cassandra, riak. docs/scenarios.md says how to write",
      "one.",
      "",
      "Examples:",
      "  proteus simulate met-18 --strategy none,met --seeds 5",
      "  proteus simulate my.yaml --json",
      "  proteus simulate --from-journal proteus-data/prod/journal.db --strategy none,met,target",
      "  proteus simulate --soak --seeds 2000      random clusters and faults; what must not happen"
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final String USUAL_REPORT = "reports/simulation";

  private final Environment environment;

  @Parameters(index = "0", arity = "0..1", paramLabel = "SCENARIO", description = "Name or file.")
  private @Nullable String scenario;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "none,met",
      description = {
        "met, threshold, mdp, target or forecast, as strategy: of the configuration file;",
        "none: Proteus does not act. Several with commas between them",
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
      description = "The first of them (default: ${DEFAULT-VALUE}).")
  private long firstSeed = 1;

  @Option(names = "--soak", description = "Random clusters and faults instead of a scenario.")
  private boolean soak;

  @Option(
      names = "--from-journal",
      paramLabel = "FILE",
      description = {
        "Replay what a real cluster did, from the journal that Proteus kept of it;",
        "none: as it was."
      })
  private @Nullable Path journal;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "With --from-journal: a cluster's own settings (default: the defaults).")
  private @Nullable Path config;

  @Option(
      names = "--assume",
      paramLabel = "KEY=VALUE",
      description = {
        "With --from-journal: what no journal tells, as in a scenario; may be repeated:",
        "rowSize=2KB, think=5ms, clients=200, hardware.cores=8 ..."
      })
  private Map<String, String> assumed = Map.of();

  @Option(names = "--json", description = "Print every figure as JSON.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where the page goes (default: " + USUAL_REPORT + ").")
  private @Nullable Path report;

  public SimulateCommand(Environment environment) {
    this.environment = environment;
  }

  /** Runs a strategy with a seed. */
  private interface Runner {
    SimulationResult run(String strategy, long seed) throws InvalidConfiguration;
  }

  @Override
  public Integer call() throws InvalidConfiguration, IOException, JournalException {
    int asked = (scenario == null ? 0 : 1) + (journal == null ? 0 : 1) + (soak ? 1 : 0);
    if (asked != 1) {
      throw new WrongUsage(
          "simulate: want a scenario, --from-journal FILE or --soak, one of them, got %s."
              .formatted(asked == 0 ? "none" : "several"));
    }
    if (seeds < 1) {
      throw new WrongUsage("--seeds: want 1 or more, got %d.".formatted(seeds));
    }
    if (strategies.isEmpty()) {
      throw new WrongUsage("--strategy: want a name, or several with commas between them.");
    }
    if (journal == null && (config != null || !assumed.isEmpty())) {
      throw new WrongUsage("simulate: --config and --assume go with --from-journal.");
    }
    refuseUnknownStrategies();
    strategies = strategies.stream().distinct().toList(); // twice the same is the same twice
    if (soak && (json || report != null)) {
      throw new WrongUsage(
          "simulate: --soak prints what must not have happened, one a line, and neither --json nor"
              + " --report goes with it.");
    }
    if (soak && strategies.stream().allMatch(Simulation.NOBODY::equals)) {
      throw new WrongUsage(
          "simulate: --soak wants a strategy that acts, such as --strategy met; got none only.");
    }
    if (soak) {
      return soak();
    }
    if (journal != null) {
      return replay(environment.folder().resolve(journal));
    }
    Scenario chosen = ScenarioFile.find(Objects.requireNonNull(scenario), environment.folder());
    refuseOnePolicyUnderManyNames(chosen);
    return compare(
        chosen, (strategy, seed) -> Simulation.run(chosen, strategy, seed), Map.of(), List.of());
  }

  private void refuseUnknownStrategies() {
    List<String> known = new ArrayList<>(List.of(Simulation.NOBODY));
    known.addAll(ScalingPolicies.names());
    for (String strategy : strategies) {
      if (!known.contains(strategy)) {
        throw new InvalidValue(
            "--strategy: want one of %s, got '%s'.%s"
                .formatted(
                    String.join(", ", known),
                    strategy,
                    NearestWord.to(strategy, known).map(" Maybe '%s'."::formatted).orElse("")));
      }
    }
  }

  private void refuseOnePolicyUnderManyNames(Scenario chosen) {
    Object policy =
        chosen.proteus().get("scaling") instanceof Map<?, ?> scaling ? scaling.get("policy") : null;
    List<String> acting = strategies.stream().filter(s -> !s.equals(Simulation.NOBODY)).toList();
    if (policy != null && !policy.equals("strategy") && acting.size() > 1) {
      throw new InvalidValue(
          "scenario %s: proteus.scaling.policy: want none or 'strategy' with several strategies, got '%s': it would count nodes in place of %s. Take one of them, or leave it out."
              .formatted(chosen.name(), policy, String.join(", ", acting)));
    }
  }

  private int replay(Path file) throws InvalidConfiguration, IOException, JournalException {
    Map<String, Object> settings =
        config == null ? Map.of() : Replay.settingsOf(environment.folder().resolve(config));
    environment.screen().progress("  reading " + file);
    Replay replay = Replay.of(file, new Assumptions(assumed), settings);
    return compare(
        replay.scenario(),
        replay::run,
        Map.of("recorded", replay.recorded(), "remarks", replay.remarks()),
        replay.remarks());
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

  /**
   * @param more figures for the JSON document
   * @param remarks for people, after the table
   */
  private int compare(
      Scenario chosen, Runner runner, Map<String, Object> more, List<String> remarks)
      throws InvalidConfiguration, IOException {
    Path folder = reportFolder();
    ComparedRuns runs = new ComparedRuns(json);
    for (String strategy : strategies) {
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        environment.screen().progress("  %s, seed %d".formatted(strategy, seed));
        runs.add(runner.run(strategy, seed));
      }
    }
    environment.screen().progress("");
    Comparison comparison = runs.comparison(chosen);
    PrintWriter out = environment.screen().out();
    if (json) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("schema", "proteus/simulation/1");
      document.putAll(more);
      document.put("comparison", comparison);
      document.put("runs", runs.whole());
      CoreJson.printPretty(document, out);
    } else {
      out.println(table(comparison));
      remarks.forEach(remark -> out.println("- " + remark));
    }
    out.flush(); // whatever becomes of the page
    Path page = SimulationPage.write(chosen, runs, folder);
    if (!json) {
      out.println("Simulated, not measured. Curves and decisions: " + page);
    }
    boolean clean = comparison.rows().stream().allMatch(row -> row.incidents().isEmpty());
    comparison.rows().forEach(row -> row.incidents().forEach(environment.screen().err()::println));
    return clean ? ExitCode.OK : ExitCode.ERROR;
  }

  /** Made before anything is run, as that may take long. */
  private Path reportFolder() {
    Path folder = environment.folder().resolve(report == null ? Path.of(USUAL_REPORT) : report);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new InvalidValue(
          "--report: want a folder for the page, got %s, which cannot be made (%s). Name another one."
              .formatted(folder, e));
    }
    if (!Files.isWritable(folder)) {
      throw new InvalidValue(
          "--report: want a folder for the page, got %s, which cannot be written to. Name another one."
              .formatted(folder));
    }
    return folder;
  }

  static String table(Comparison comparison) {
    List<String[]> lines = new ArrayList<>();
    double baseline = comparison.rows().get(0).operations().median();
    boolean open = comparison.rows().stream().anyMatch(row -> row.lost().highest() > 0);
    for (Comparison.Row row : comparison.rows()) {
      lines.add(
          new String[] {
            row.strategy(),
            millions(row.operations()) + (open ? " / " + millions(row.lost()) : ""),
            String.format(Locale.ROOT, "%.2f", row.operations().median() / Math.max(1, baseline)),
            spread(row.responseMs(), "%,.1f"),
            spread(row.p50Ms(), "%,.1f"),
            spread(row.p95Ms(), "%,.1f"),
            spread(row.p99Ms(), "%,.1f"),
            spread(row.nodeHours(), "%,.1f") + cost(comparison, row),
            spread(row.mostNodes(), "%,.0f"),
            spread(row.resizes(), "%,.0f"),
            spread(row.oppositeResizes(), "%,.0f"),
            spread(row.moves(), "%,.0f")
          });
    }
    return AsciiTable.getTable(
        new String[] {
          "strategy",
          open ? "million operations / lost" : "million operations",
          "ratio",
          "ms to answer",
          "p50",
          "p95",
          "p99",
          comparison.price() == null ? "node hours" : "node hours / cost",
          "most nodes",
          "resizes",
          "opposite",
          "moves"
        },
        lines.toArray(String[][]::new));
  }

  private static String cost(Comparison comparison, Comparison.Row row) {
    return comparison.price() == null ? "" : " / " + spread(comparison.cost(row), "%,.2f");
  }

  private static String millions(Spread spread) {
    return spread(
        new Spread(spread.median() / 1e6, spread.lowest() / 1e6, spread.highest() / 1e6), "%,.2f");
  }

  private static String spread(@Nullable Spread spread, String format) {
    return spread == null ? "-" : spread.text(format);
  }
}
