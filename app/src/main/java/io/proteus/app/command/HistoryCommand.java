package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.rendering.HistoryRendering;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus history}. */
@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    description = {
      "Show what Proteus decided and did, from the journal; needs no cluster.",
      "Another Proteus may be running. Verdicts that only hold are left out, unless asked for."
    },
    footer = {
      "",
      "Examples:",
      "  proteus history",
      "  proteus history --since 2h",
      "  proteus history --plan plan-1790000000000-7",
      "  proteus history --kind decided,operator-asked   holds too, and what people asked for",
      "  proteus history --all --last 500 --json   a JSON document a line, observations included"
    })
public final class HistoryCommand implements Callable<Integer> {
  /** As many as are read into memory and shown at once. */
  private static final int MOST = 20_000;

  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @ArgGroup(exclusive = true)
  private Selection selection = new Selection();

  /** Which entries. */
  static final class Selection {
    @Option(
        names = {"-n", "--last"},
        paramLabel = "N",
        description = "The newest N entries (default: 50).")
    private int last = 50;

    @Option(
        names = "--since",
        paramLabel = "TIME",
        converter = UnitValue.Time.class,
        description = "The entries of the last 30m, 2h, 7d ...")
    private @Nullable Duration since;

    @Option(names = "--plan", paramLabel = "ID", description = "The entries of a plan.")
    private @Nullable String plan;
  }

  @Option(
      names = "--all",
      description = "Also each observation, each hold, and what the strategy remembers.")
  private boolean all;

  @Option(
      names = "--kind",
      paramLabel = "KIND,...",
      split = ",",
      description = "Entries of these kinds only, such as decided or plan-ended.")
  private List<String> kinds = List.of();

  @Option(names = "--json", description = "A JSON document a line.")
  private boolean json;

  public HistoryCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, JournalException {
    Configuration configuration = cluster.withJournal(environment);
    Screen screen = environment.screen();
    try (SqliteJournal journal = SqliteJournal.openToRead(configuration.journal().file())) {
      NewestEntries found = read(journal, environment.at(configuration).time().now());
      List<JournalEntry> entries = found.entries();
      Words words = EngineWords.of(configuration.engine().type());
      if (json) {
        entries.forEach(entry -> screen.out().println(CoreJson.text(entry, words)));
      } else {
        HistoryRendering rendering =
            new HistoryRendering(words, ZoneId.systemDefault(), screen.paint());
        screen.out().print(rendering.render(entries));
      }
      if (entries.isEmpty()) {
        screen
            .err()
            .println(
                "The journal has no such entries.%s"
                    .formatted(
                        all || !kinds.isEmpty() || selection.plan != null
                            ? ""
                            : " Verdicts that only hold are left out: --kind decided shows them."));
      }
      if (found.leftOut()) {
        screen
            .err()
            .println("Older entries are not shown: these are the newest %,d.".formatted(MOST));
      }
    }
    return ExitCode.OK;
  }

  private NewestEntries read(SqliteJournal journal, Instant now) throws JournalException {
    requireKinds();
    if (selection.plan != null) {
      if (!kinds.isEmpty()) {
        throw new WrongUsage("--plan shows all entries of a plan. Leave --kind out.");
      }
      return new NewestEntries(journal.ofPlan(selection.plan), false);
    }
    List<String> wanted = !kinds.isEmpty() ? kinds : all ? List.of() : NewestEntries.news();
    if (selection.since != null) {
      Instant from = now.minus(selection.since);
      return NewestEntries.since(journal, from, wanted, MOST);
    }
    if (selection.last < 1) {
      throw new WrongUsage("--last: want 1 or more, got %d.".formatted(selection.last));
    }
    return NewestEntries.last(journal, selection.last, wanted, MOST);
  }

  private void requireKinds() {
    for (String kind : kinds) {
      if (!JournalEvent.kinds().contains(kind)) {
        throw new WrongUsage(
            "--kind: want one of %s, got '%s'.%s"
                .formatted(
                    String.join(", ", JournalEvent.kinds()),
                    kind,
                    NearestWord.to(kind, JournalEvent.kinds())
                        .map(" Maybe '%s'."::formatted)
                        .orElse("")));
      }
    }
  }
}
