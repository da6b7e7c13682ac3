package io.proteus.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code proteus version}. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Print the version of Proteus, of Java and of the system, for a bug report.")
@Exits(never = {ExitCode.OUT_OF_MEMORY, ExitCode.INTERRUPTED})
public final class VersionCommand implements Callable<Integer> {
  private final Environment environment;

  public VersionCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    for (String line : new Provider().getVersion()) {
      environment.screen().out().println(line);
    }
    return 0;
  }

  /** Of Proteus alone, as it was built. */
  public static String current() {
    Properties built = new Properties();
    try (InputStream file =
        VersionCommand.class.getResourceAsStream("/proteus-version.properties")) {
      if (file != null) {
        built.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the version is part of the program", e);
    }
    return built.getProperty("version", "of an unknown version");
  }

  /** The lines of {@code --version}. */
  public static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "Proteus " + current(),
        "Java %s, %s"
            .formatted(System.getProperty("java.version"), System.getProperty("java.vendor")),
        "%s %s %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"))
      };
    }
  }
}
