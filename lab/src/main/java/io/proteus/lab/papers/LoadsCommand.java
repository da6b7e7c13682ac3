package io.proteus.lab.papers;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.WrongUsage;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.loads.LoadCase;
import io.proteus.simulator.loads.LoadComparison;
import io.proteus.simulator.loads.LoadComparison.Row;
import io.proteus.simulator.loads.PolicyCase;
import io.proteus.simulator.loads.ServiceLevel;
import io.proteus.simulator.run.Comparison.Spread;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    List<LoadComparison> comparisons = new ArrayList<>();
    for (LoadCase load : chosen) {
      LoadComparison comparison =
          LoadComparison.of(
              load, compared, seeds, line -> environment.screen().progress("  " + line));
      comparisons.add(comparison);
      environment.screen().progress("");
      if (!json) {
        environment.screen().out().println(text(comparison));
      }
    }
    environment.screen().out().println(json ? document(comparisons) : explained());
    return exitCode(comparisons, environment.screen().err());
  }

  /** Tells what must not have happened, with which the figures count for nothing. */
  static int exitCode(List<LoadComparison> comparisons, PrintWriter err) {
    int code = ExitCode.OK;
    for (LoadComparison comparison : comparisons) {
      for (Row row : comparison.rows()) {
        for (String incident : row.incidents()) {
          err.println("%s, %s, %s".formatted(comparison.load(), row.policy(), incident));
          code = ExitCode.ERROR;
        }
      }
    }
    return code;
  }

  private String document(List<LoadComparison> comparisons) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schema", "proteus/loads/1");
    document.put("answeredShare", ServiceLevel.ANSWERED);
    document.put("responseMs", ServiceLevel.RESPONSE_MS);
    document.put("seeds", seeds);
    document.put("loads", comparisons);
    return CoreJson.prettyText(document);
  }

  private static String explained() {
    return String.format(
        Locale.ROOT,
        "below the level: share of the time in which less than %.0f %% of the requests were"
            + " answered, or the mean answer took more than %.0f ms. front: no other policy is as"
            + " good in both. Simulated, not measured.",
        100 * ServiceLevel.ANSWERED,
        ServiceLevel.RESPONSE_MS);
  }

  static String text(LoadComparison comparison) {
    return String.format(
            Locale.ROOT,
            "%s: %s; %.0f h measured%n",
            comparison.load(),
            comparison.description(),
            comparison.measuredHours())
        + AsciiTable.getTable(
            comparison.rows(),
            List.of(
                new Column().header("policy").dataAlign(HorizontalAlign.LEFT).with(Row::policy),
                figure("node hours").with(row -> spread(row.nodeHours(), 1, "%,.1f")),
                figure("below the level, %").with(row -> spread(row.violations(), 100, "%.2f")),
                figure("resizes").with(row -> spread(row.resizes(), 1, "%,.0f")),
                figure("oscillations").with(row -> spread(row.oscillations(), 1, "%,.0f")),
                figure("most nodes").with(row -> spread(row.mostNodes(), 1, "%,.0f")),
                figure("front").with(row -> row.onFront() ? "yes" : "")));
  }

  private static Column figure(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.RIGHT);
  }

  private static String spread(Spread spread, double times, String format) {
    String median = String.format(Locale.ROOT, format, spread.median() * times);
    return spread.lowest() == spread.highest()
        ? median
        : median
            + String.format(
                Locale.ROOT,
                " (" + format + " to " + format + ")",
                spread.lowest() * times,
                spread.highest() * times);
  }
}
