package io.proteus.app.bulkload;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.command.ClusterOptions;
import io.proteus.app.command.Operator;
import io.proteus.app.view.Figures;
import io.proteus.controller.Claims;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.LoadFinished;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.port.TableStore;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus bulk-load finish}. */
@Command(
    name = "finish",
    mixinStandardHelpOptions = true,
    description = {
      "Put back what was set before `bulk-load prepare`, value by value, and compact the table.",
      "What somebody has changed since is left as it is."
    })
@Exits(also = {ExitCode.CLAIMED})
final class FinishLoadCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--table", required = true, paramLabel = "NAME", description = "The table.")
  private String table = "";

  @Option(
      names = "--wait",
      paramLabel = "MINUTES",
      defaultValue = "60",
      description = "For the compaction, which goes on without (default: ${DEFAULT-VALUE}).")
  private int minutes = 60;

  @Option(names = "--without-compaction", description = "Put back only.")
  private boolean withoutCompaction;

  FinishLoadCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    cluster.requireFile("bulk-load finish");
    if (table.isBlank() || minutes < 0) {
      throw new InvalidValue(
          "--table, --wait: want a name and 0 minutes or more, got '%s' and %d."
              .formatted(table, minutes));
    }
    Configuration configuration = cluster.configuration(environment);
    try (ClusterConnection connection = environment.connector().connect(configuration);
        Journal journal = connection.journal();
        Claims claims =
            Claims.first(
                connection.ports().claiming(), Operator.here().named("proteus bulk-load finish"))) {
      PreparedLoads.Unfinished open =
          open(connection.tables(), new PreparedLoads(journal))
              .orElseThrow(
                  () ->
                      new InvalidValue(
                          "--table %s: no load of it was prepared that has not been finished, by the journal %s. `proteus history` shows what was."
                              .formatted(table, configuration.journal().file())));
      TableId id = open.load().table();
      claims.claim();
      List<Sentence> done =
          new LoadRestoration(connection.ports(), connection.tables(), environment.time())
              .of(open.load());
      done.forEach(line -> environment.screen().out().println(line.in(connection.words())));
      boolean compacts = !withoutCompaction && connection.tables().table(id).isPresent();
      if (compacts) {
        connection.tables().compact(id);
      }
      // only now: what fails before it can be repeated
      journal.append(
          environment.time().now(),
          new LoadFinished(
              id, done.isEmpty() ? Sentence.of("nothing was to be put back") : done.get(0)));
      if (compacts) {
        awaitCompaction(connection.tables(), id);
      }
    }
    return ExitCode.OK;
  }

  private Optional<PreparedLoads.Unfinished> open(TableStore tables, PreparedLoads loads)
      throws JournalException {
    Optional<PreparedLoads.Unfinished> open = loads.of(tables.named("--table", table));
    // journals of before tables had one name have what was written
    return open.isPresent() ? open : loads.of(new TableId(table));
  }

  private void awaitCompaction(TableStore tables, TableId id)
      throws PortException, InterruptedException {
    Screen screen = environment.screen();
    Instant begun = environment.time().now();
    int quiet = 0;
    // a partition may say twice that it is done before it has begun
    while (quiet < 2) {
      environment.time().sleep(POLL);
      Duration taken = Duration.between(begun, environment.time().now());
      if (taken.toMinutes() >= minutes) {
        screen.out().println("%s is being compacted, which goes on without Proteus.".formatted(id));
        return;
      }
      screen.progress("  compacting %s, %s".formatted(id, Figures.duration(taken)));
      quiet = tables.isCompacting(id) ? 0 : quiet + 1;
    }
    screen.progress("");
    screen.out().println("%s is compacted.".formatted(id));
  }
}
