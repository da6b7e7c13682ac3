package io.proteus.app.command;

import io.proteus.app.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The configuration of a command that looks at no cluster, and does without one. */
final class ConfigurationFile {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "The configuration (default: proteus.yaml, if there is one).")
  private @Nullable Path file;

  /** The one that was named, be it there or not, else the usual one if it is there. */
  Optional<Path> path(Environment environment) {
    return of(file, environment);
  }

  static Optional<Path> of(@Nullable Path named, Environment environment) {
    Path usual = environment.folder().resolve(ClusterOptions.DEFAULT_FILE);
    return named == null
        ? Optional.of(usual).filter(Files::exists)
        : Optional.of(environment.folder().resolve(named));
  }
}
