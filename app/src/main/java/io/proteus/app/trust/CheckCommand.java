package io.proteus.app.trust;

import com.github.freva.asciitable.AsciiTable;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.command.ClusterOptions;
import io.proteus.app.view.PlanFigures;
import io.proteus.controller.check.ConfigurationComparison;
import io.proteus.controller.check.ConfigurationComparison.Difference;
import io.proteus.controller.check.ReviewedDecision;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code proteus check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Check a configuration before it is taken: its keys and values, and what it would decide.",
      "With --against-journal the present configuration (--config) and FILE decide side by side on"
          + " what the journal of the present one saw, and the decisions that differ are shown."
          + " Nothing is changed, and no cluster is needed.",
      "Ends with 0 where all is right and no decision differs, with 1 where FILE is wrong, and with"
          + " 8 where decisions differ."
    },
    footer = {
      "",
      "Examples:",
      "  proteus check proteus.yaml                         in a pipeline, before a merge",
      "  proteus check new.yaml --against-journal           on the last day",
      "  proteus check new.yaml --against-journal --last 7d --json"
    })
@Exits(also = {ExitCode.DIFFERS})
public final class CheckCommand implements Callable<Integer> {
  /** As many differences are shown. */
  private static final int MOST_SHOWN = 10;

  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(index = "0", paramLabel = "FILE", description = "The configuration that is proposed.")
  private Path file = Path.of(ClusterOptions.DEFAULT_FILE);

  @Option(
      names = "--against-journal",
      description = "Show which decisions differ from those of the present configuration.")
  private boolean againstJournal;

  @Option(
      names = "--last",
      paramLabel = "TIME",
      converter = UnitValue.Time.class,
      description = "With --against-journal: how much of the journal (default: 1d).")
  private Duration last = Duration.ofDays(1);

  @Option(names = "--json", description = "Print all of it as JSON.")
  private boolean json;

  public CheckCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, JournalException {
    Configuration proposed = Configuration.read(environment.folder().resolve(file));
    if (json && !againstJournal) {
      throw new WrongUsage("check: --json goes with --against-journal.");
    }
    if (!againstJournal) {
      environment
          .screen()
          .out()
          .println(
              "%s is right: cluster %s, mode %s, %d settings."
                  .formatted(
                      file,
                      proposed.clusterName(),
                      proposed.approval().mode().word(),
                      proposed.written().size()));
      return ExitCode.OK;
    }
    return compare(cluster.withJournal(environment), proposed);
  }

  private int compare(Configuration now, Configuration proposed) throws JournalException {
    ConfigurationComparison comparison = new ConfigurationComparison(now, proposed);
    Instant from = environment.at(now).time().now().minus(last);
    try (SqliteJournal journal = SqliteJournal.openToRead(now.journal().file())) {
      journal.told(from, ConfigurationComparison.KINDS, comparison::add);
    }
    ConfigurationComparison.Result result = comparison.result();
    if (json) {
      CoreJson.printPretty(
          document(now, proposed, result),
          EngineWords.of(now.engine().type()),
          environment.screen().out());
    } else {
      print(now, proposed, result);
    }
    return result.differing() == 0 ? ExitCode.OK : ExitCode.DIFFERS;
  }

  /** The settings that differ, each with its present and its proposed value. */
  private static List<String[]> changes(Configuration now, Configuration proposed) {
    TreeSet<String> keys = new TreeSet<>(now.written().keySet());
    keys.addAll(proposed.written().keySet());
    List<String[]> changes = new ArrayList<>();
    for (String key : keys) {
      String was = now.written().getOrDefault(key, "default");
      String is = proposed.written().getOrDefault(key, "default");
      if (!was.equals(is)) {
        changes.add(new String[] {key, was, is});
      }
    }
    return changes;
  }

  private void print(
      Configuration now, Configuration proposed, ConfigurationComparison.Result result) {
    Screen screen = environment.screen();
    List<String[]> changes = changes(now, proposed);
    if (!changes.isEmpty()) {
      screen.out().println(table(changes, "setting", "now", "proposed"));
    }
    if (result.decisions() == 0) {
      screen
          .out()
          .println(
              "The journal has nothing to decide on in this time (%,d observations left out, as they tell too little)."
                  .formatted(result.leftOut()));
      return;
    }
    screen
        .out()
        .println(
            "%,d decisions from %s to %s; %,d observations left out, as they tell too little."
                .formatted(result.decisions(), result.from(), result.until(), result.leftOut()));
    screen
        .out()
        .println(
            table(
                result.counts().stream()
                    .map(
                        it ->
                            new String[] {
                              it.code().name(),
                              "%,d".formatted(it.now()),
                              "%,d".formatted(it.proposed())
                            })
                    .toList(),
                "decision",
                "now",
                "proposed"));
    if (result.differing() == 0) {
      screen.out().println("No decision differs.");
      return;
    }
    screen
        .out()
        .println(
            "%,d decisions differ, in %,d stretches:"
                .formatted(result.differing(), result.differences().size()));
    Words words = EngineWords.of(now.engine().type());
    result.differences().stream()
        .limit(MOST_SHOWN)
        .forEach(difference -> screen.out().println(text(difference, words)));
    if (result.differences().size() > MOST_SHOWN) {
      screen
          .out()
          .println("  ... and %,d more".formatted(result.differences().size() - MOST_SHOWN));
    }
  }

  private static String table(List<String[]> rows, String... head) {
    return AsciiTable.getTable(head, rows.toArray(String[][]::new));
  }

  private static String text(Difference difference, Words words) {
    DateTimeFormatter time =
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());
    return "  %s to %s, %,d decisions\n    now       %s\n    proposed  %s"
        .formatted(
            time.format(difference.now().at()),
            time.format(difference.until()),
            difference.decisions(),
            side(difference.now(), words),
            side(difference.proposed(), words));
  }

  private static String side(ReviewedDecision decision, Words words) {
    Plan plan = decision.plan();
    String reason = decision.reason().in(words);
    return plan == null
        ? reason
        : "%s\n              plan: %s; %s\n              begins: %s"
            .formatted(
                reason,
                PlanFigures.of(plan).price().in(words),
                foretold(plan, words),
                decision.consent());
  }

  private static String foretold(Plan plan, Words words) {
    PlanFigures.Foretold foretold = PlanFigures.of(plan).foretold();
    return foretold == null ? "nothing is predicted" : foretold.takes().in(words);
  }

  /** As {@code --json} prints it. */
  private static Map<String, Object> document(
      Configuration now, Configuration proposed, ConfigurationComparison.Result result) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schema", "proteus/check/1");
    document.put("cluster", now.clusterName());
    document.put(
        "settings",
        changes(now, proposed).stream()
            .map(it -> Map.of("key", it[0], "now", it[1], "proposed", it[2]))
            .toList());
    document.put("from", result.from());
    document.put("until", result.until());
    document.put("decisions", result.decisions());
    document.put("leftOut", result.leftOut());
    document.put("differing", result.differing());
    document.put("counts", result.counts());
    document.put(
        "differences",
        result.differences().stream()
            .map(
                it ->
                    Map.of(
                        "from", it.now().at(),
                        "until", it.until(),
                        "decisions", it.decisions(),
                        "now", side(it.now()),
                        "proposed", side(it.proposed())))
            .toList());
    return document;
  }

  private static Map<String, Object> side(ReviewedDecision decision) {
    Map<String, Object> side = new LinkedHashMap<>();
    side.put("reason", decision.reason());
    side.put("consent", decision.consent().toString());
    Plan plan = decision.plan();
    if (plan != null) {
      side.put("price", plan.wholePrice());
      side.put("steps", plan.steps().size());
    }
    return side;
  }
}
