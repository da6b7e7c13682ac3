package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.rendering.AccuracyRendering;
import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.words.Words;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus accuracy}. */
@Command(
    name = "accuracy",
    mixinStandardHelpOptions = true,
    description = {
      "Show what was predicted of plans beside what came of them, from the journal; needs no"
          + " cluster.",
      "A plan is judged once it has settled: guards.cooldown after its end, by 'run' or 'serve'."
    },
    footer = {
      "",
      "Examples:",
      "  proteus accuracy",
      "  proteus accuracy --last 10 --json     for a program (docs/schema)"
    })
public final class AccuracyCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = {"-n", "--last"},
      paramLabel = "N",
      defaultValue = "100",
      description = "The newest N plans (default: ${DEFAULT-VALUE}).")
  private int last = 100;

  @Option(names = "--json", description = "Print all of it as JSON (docs/schema).")
  private boolean json;

  public AccuracyCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, JournalException {
    if (last < 1) {
      throw new WrongUsage("--last: want 1 or more, got %d.".formatted(last));
    }
    Configuration configuration = cluster.withJournal(environment);
    Screen screen = environment.screen();
    Words words = EngineWords.of(configuration.engine().type());
    try (Journal journal = SqliteJournal.openToRead(configuration.journal().file())) {
      AccuracyDocument accuracy =
          AccuracyDocument.of(
              configuration.clusterName(),
              journal.before(Long.MAX_VALUE, last, List.of("achieved")));
      if (json) {
        screen.out().println(CoreJson.prettyText(accuracy, words));
      } else if (accuracy.plans().isEmpty()) {
        screen.err().println("No plan has settled yet, so there is nothing to compare.");
      } else {
        screen
            .out()
            .print(
                new AccuracyRendering(words, screen.width(), ZoneId.systemDefault(), screen.paint())
                    .render(accuracy));
      }
    }
    return ExitCode.OK;
  }
}
