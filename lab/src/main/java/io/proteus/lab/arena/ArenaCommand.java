package io.proteus.lab.arena;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.lab.report.Publication;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.stage.Choice;
import io.proteus.simulator.arena.Arena;
import io.proteus.simulator.arena.Families;
import io.proteus.simulator.arena.Family;
import io.proteus.simulator.arena.Outcome;
import io.proteus.simulator.arena.Service;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment arena}. */
@Command(
    name = "arena",
    mixinStandardHelpOptions = true,
    description = {
      "Strategies on drawn scenarios that nobody tuned them to, beside an oracle (simulated).",
      "Scenarios come by families. Tells what was lost or late, the node-hours over those of an",
      "oracle that knows the future, and where acting did harm beside doing nothing. Takes",
      "minutes."
    })
public final class ArenaCommand implements Callable<Integer> {
  private static final String EXPLAINED =
      String.format(
          Locale.ROOT,
          "missed: share of the operations that were lost, or late: answered after more than %.0f"
              + " ms. harm: how much more is missed than where nobody acts."
              + " regret: node-hours over those of an oracle that misses as little. Node-hours,"
              + " resizes, opposite ones, moves and cost are means of a run. cost: node-hours over"
              + " those of an oracle that misses as little as can be, and %.0f times the share"
              + " missed; a strategy is as good as the best other of a family up to 2 %% more."
              + " Simulated, not measured.",
          Service.LATE_MS,
          Outcome.MISSED_COSTS);

  private final Environment environment;

  @Option(
      names = "--families",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "Some of them (default: all that are drawn).")
  private List<String> families = Families.ALL.stream().map(Family::name).toList();

  @Option(
      names = "--kept",
      description = "Play a fixed family of scenarios of others too; not for tuning.")
  private boolean kept;

  @Option(
      names = "--strategies",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "As strategy: of the configuration file (default: all).")
  private List<String> strategies =
      List.of("auto", "met", "threshold", "target", "mdp", "forecast");

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "2",
      description = "Scenarios of each family (default: ${DEFAULT-VALUE}).")
  private int seeds = 2;

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "The first of them (default: ${DEFAULT-VALUE}). Report on others than you tune on.")
  private long firstSeed = 1;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Scenarios at once (default: ${DEFAULT-VALUE}).")
  private int workers = 2;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "reports/arena",
      description = "Where result and page go (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("reports/arena");

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      defaultValue = "reports/arena/cache",
      description = {
        "Where the oracle's figures, those of nobody and of strategies are kept",
        "(default: ${DEFAULT-VALUE}). What the simulator or a scenario has changed since is not"
            + " used."
      })
  private Path cache = Path.of("reports/arena/cache");

  @Option(
      names = "--unchanged",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "Strategies that still decide as they did: kept outcomes are used.")
  private List<String> unchanged = List.of();

  @Option(
      names = "--price",
      paramLabel = "MONEY",
      defaultValue = "0.40",
      description = "Of a node-hour (default: ${DEFAULT-VALUE}).")
  private double price = 0.40;

  @Option(
      names = "--curves",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Draw so many cases of most harm and as many of most regret for each strategy",
        "(default: ${DEFAULT-VALUE})."
      })
  private int curves = 1;

  @Option(
      names = "--lines",
      description = "Print a line of figures for each run as soon as it is played.")
  private boolean lines;

  @Option(names = "--json", description = "Print the figures as JSON.")
  private boolean json;

  public ArenaCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, InterruptedException, IOException {
    if (seeds < 1 || workers < 1) {
      throw new WrongUsage(
          "--seeds and --workers: want 1 or more, got %d and %d.".formatted(seeds, workers));
    }
    Arena arena =
        new Arena(
            chosen(),
            firstSeed,
            seeds,
            strategies,
            workers,
            environment.folder().resolve(cache),
            Set.copyOf(unchanged));
    Instant started = environment.time().now();
    List<Outcome> outcomes = arena.play(this::show);
    ArenaResult played = new ArenaResult(outcomes, price);
    List<Section> sections = new ArrayList<>(played.sections());
    for (Outcome worst : json ? List.<Outcome>of() : ArenaCurves.worst(outcomes, curves)) {
      environment.screen().progress("  %s again".formatted(worst.scenario()));
      sections.add(ArenaCurves.section(worst));
    }
    environment.screen().progress("");
    Result result = result(played, sections, started, environment.time().now());
    if (json) {
      environment.screen().out().println(CoreJson.prettyText(result));
      return Publication.objections(result, environment.screen());
    }
    Path at = environment.folder().resolve(folder);
    return new Publication(environment.screen(), at).publish(result);
  }

  private void show(List<Outcome> outcomes, int played, int scenarios) {
    environment.screen().progress("  %d of %d scenarios".formatted(played, scenarios));
    if (lines) {
      PrintWriter to = json ? environment.screen().err() : environment.screen().out();
      outcomes.forEach(outcome -> to.println(ArenaResult.line(outcome)));
    }
  }

  private List<Family> chosen() {
    Stream<Family> drawn = families.stream().map(ArenaCommand::family);
    return Stream.concat(drawn, kept ? Stream.of(Families.KEPT) : Stream.empty()).toList();
  }

  private static Family family(String name) {
    return Choice.of("--families", name, Families.ALL.toArray(Family[]::new), Family::name);
  }

  private Result result(
      ArenaResult played, List<Section> sections, Instant started, Instant ended) {
    return new Result(
        Result.SCHEMA,
        "arena",
        started,
        ended,
        EXPLAINED,
        null,
        List.of(
            Fact.of("scenarios of each family", seeds),
            Fact.of("first seed", firstSeed),
            Fact.of("price of a node-hour", price),
            Fact.of("late after, ms", Service.LATE_MS)),
        sections,
        List.of(
            new Criterion(
                "Nothing happened in the simulations that must never happen.", played.incidents())),
        List.of());
  }
}
