package io.proteus.app.trust;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.UnitValue;
import io.proteus.app.command.ClusterOptions;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.settings.InvalidConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus audit export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Print the audit log, a JSON document a line, the oldest entry first.",
      "`hash` is the SHA-256 of the line without `,\"hash\":\"...\"`. Needs no cluster."
    })
final class AuditExportCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = UnitValue.Time.class,
      description = "The entries of the last 12h, 7d ... (default: all).")
  private @Nullable Duration since;

  AuditExportCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, JournalException {
    Configuration configuration = cluster.withJournal(environment);
    Screen screen = environment.screen();
    Instant from =
        since == null ? Instant.EPOCH : environment.at(configuration).time().now().minus(since);
    try (SqliteJournal journal = SqliteJournal.openToRead(configuration.journal().file())) {
      journal.audited(from, line -> screen.out().println(line.exported()));
    }
    return ExitCode.OK;
  }
}
