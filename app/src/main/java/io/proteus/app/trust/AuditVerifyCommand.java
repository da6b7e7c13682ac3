package io.proteus.app.trust;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.command.ClusterOptions;
import io.proteus.app.view.Figures;
import io.proteus.controller.audit.AuditCheck;
import io.proteus.controller.audit.AuditEvent.Link;
import io.proteus.controller.audit.AuditLine;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.InvalidValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code proteus audit verify}. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Check the audit log, and name the first entry that is broken.",
      "Without FILE the log in the cluster's journal is checked, with the journal's entries that it"
          + " names.",
      "Ends with 0 where nothing is wrong, and with 1 otherwise."
    })
final class AuditVerifyCommand implements Callable<Integer> {
  private static final Pattern HEAD = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");

  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "An exported log.")
  private @Nullable Path file;

  @Option(
      names = "--head",
      paramLabel = "NUMBER:HASH",
      description = "An entry that was noted earlier, as verify prints it; it has to be there.")
  private @Nullable String head;

  AuditVerifyCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, JournalException {
    AuditCheck check = file == null ? ofJournal(noted()) : ofFile(file, noted());
    Screen screen = environment.screen();
    Optional<String> broken = check.broken();
    if (broken.isPresent()) {
      screen.out().println("Broken: %s.".formatted(broken.get()));
      return ExitCode.ERROR;
    }
    if (check.count() == 0) {
      screen.out().println("The audit log has no entry yet.");
    } else {
      Link newest = check.head().orElseThrow();
      screen
          .out()
          .println(
              "%s, %d to %d, nothing is wrong. Note the head elsewhere:\n%s"
                  .formatted(
                      Figures.count(check.count(), "entry", "entries"),
                      check.first().orElseThrow().number(),
                      newest.number(),
                      newest));
    }
    return ExitCode.OK;
  }

  private @Nullable Link noted() {
    if (head == null) {
      return null;
    }
    Matcher parts = HEAD.matcher(head);
    if (!parts.matches()) {
      throw new WrongUsage(
          "--head: want a number, a colon and 64 hexadecimal digits, as `proteus audit verify`"
              + " prints it, got '%s'.".formatted(head));
    }
    return new Link(Long.parseLong(parts.group(1)), parts.group(2));
  }

  private AuditCheck ofJournal(@Nullable Link noted) throws InvalidConfiguration, JournalException {
    Path journal = cluster.withJournal(environment).journal().file();
    try (SqliteJournal read = SqliteJournal.openToRead(journal)) {
      return read.checkAudit(noted);
    }
  }

  private AuditCheck ofFile(Path named, @Nullable Link noted) {
    AuditCheck check = AuditCheck.ofExport(noted);
    try (BufferedReader lines = Files.newBufferedReader(environment.folder().resolve(named))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        int here = number;
        check.add(
            AuditLine.parse(line)
                .orElseThrow(
                    () ->
                        new InvalidValue(
                            "%s:%d: want a line of `proteus audit export`, got something else."
                                .formatted(named, here))));
      }
      return check;
    } catch (IOException e) {
      throw new InvalidValue("%s: cannot be read: %s".formatted(named, e));
    }
  }
}
