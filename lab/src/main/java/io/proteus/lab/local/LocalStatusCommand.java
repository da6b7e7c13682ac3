package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code proteus local status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Show the local cluster's processes with process id, memory and CPU cap.",
      "Exit code 1 when one of them does not run."
    })
final class LocalStatusCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private LocalCommand.Directory directory = new LocalCommand.Directory();

  LocalStatusCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException {
    Optional<LocalStore> other = directory.other(environment);
    if (other.isPresent()) {
      return other.get().status(environment, directory.folder(environment));
    }
    Screen screen = environment.screen();
    ClusterStatus status = directory.deployment(environment).status();
    if (status.central().isEmpty()) {
      screen
          .out()
          .println(
              "%s holds no cluster. Make one with `proteus local up --directory %s`."
                  .formatted(directory.folder(environment), directory.path()));
      if (status.strays().isEmpty()) {
        directory.tellOfOthers(environment);
      }
    } else {
      screen
          .out()
          .print(
              new DaemonRendering(screen.width(), screen.paint())
                  .render(status, LocalStatusCommand::resident));
    }
    if (!status.strays().isEmpty()) {
      screen
          .out()
          .println(
              "Started but not recorded, `proteus local down --directory %s` ends them: %s"
                  .formatted(directory.path(), status.strays()));
    }
    return status.isComplete() ? ExitCode.OK : ExitCode.ERROR;
  }

  /** What a process has in memory; null when it cannot be read. */
  private static @Nullable ByteSize resident(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/%d/status".formatted(pid)), StandardCharsets.UTF_8)
          .stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> line.replaceAll("\\D", ""))
          .map(kilobytes -> ByteSize.ofKilobytes(Long.parseLong(kilobytes)))
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      return null;
    }
  }
}
