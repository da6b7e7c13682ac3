package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.port.PortException;
import io.proteus.deployment.hbase.LocalDeployment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus local down}. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    description = {
      "End every process of the local cluster, whoever started it: also what a killed Proteus"
          + " left.",
      "Data and settings stay for the next `local up`, unless --delete is given."
    })
final class LocalDownCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private LocalCommand.Directory directory = new LocalCommand.Directory();

  @Option(
      names = "--delete",
      description = "Kill it at once and delete all of its data; its journal is set aside.")
  private boolean delete;

  LocalDownCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, JournalException {
    Screen screen = environment.screen();
    Optional<LocalStore> other = directory.other(environment);
    if (other.isPresent()) {
      int code = other.get().down(environment, directory.folder(environment), delete);
      if (delete) {
        setJournalsAside();
      }
      return code;
    }
    LocalDeployment deployment = directory.deployment(environment);
    if (deployment.isDown()) {
      screen
          .out()
          .println(
              "No process of a local cluster runs in %s.".formatted(directory.folder(environment)));
      directory.tellOfOthers(environment);
      if (!deployment.isKept()) {
        return ExitCode.OK; // a lock would make the folder
      }
    }
    if (delete) {
      deployment.destroy(line -> screen.err().println("  " + line));
      screen.out().println("Ended and deleted.");
      setJournalsAside();
    } else {
      deployment.down(line -> screen.err().println("  " + line));
    }
    return ExitCode.OK;
  }

  /** What it saw and did is not of the next cluster here. */
  private void setJournalsAside() throws JournalException {
    Path folder = directory.folder(environment);
    for (Path journal : LocalConfiguration.journalsOf(folder, environment.folder())) {
      Optional<Path> aside = SqliteJournal.setAside(journal, environment.time().now());
      aside.ifPresent(
          now ->
              environment
                  .screen()
                  .out()
                  .println("Its journal is %s now; the next cluster begins anew.".formatted(now)));
    }
  }
}
