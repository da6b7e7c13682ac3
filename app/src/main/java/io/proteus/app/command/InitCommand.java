package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.controller.configuration.Configuration;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code proteus init}. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = "Write a commented proteus.yaml with every setting at its default.",
    footer = {
      "",
      "Examples:",
      "  proteus init",
      "  proteus init --engine simulated",
      "  proteus init clusters/orders.yaml"
    })
@Exits(
    also = ExitCode.DECLINED,
    never = {ExitCode.OUT_OF_MEMORY, ExitCode.INTERRUPTED})
public final class InitCommand implements Callable<Integer> {
  /** What a shell reads as one word as it stands. */
  private static final Pattern PLAIN = Pattern.compile("[\\w./@%+:,-]+");

  private final Environment environment;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Where to (default: proteus.yaml).")
  private Path file = Path.of(ClusterOptions.DEFAULT_FILE);

  @Mixin private EngineOption engine = new EngineOption();

  @Option(names = "--yes", description = "Overwrite a file without asking.")
  private boolean yes;

  public InitCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, InterruptedException {
    Screen screen = environment.screen();
    Path target = environment.folder().resolve(file);
    if (Files.exists(target) && !yes) {
      if (!screen.interactive()) {
        throw new WrongUsage("%s: is there already. --yes overwrites it.".formatted(file));
      }
      if (!screen.confirms("%s is there already. Overwrite it?".formatted(file))) {
        screen.err().println("Nothing was written.");
        return ExitCode.DECLINED;
      }
    }
    try {
      if (target.getParent() != null) {
        Files.createDirectories(target.getParent());
      }
      Files.writeString(target, Configuration.template(engine.type()));
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(file, e), e);
    }
    screen
        .out()
        .println(
            "Wrote %s. Set %s in it, then: proteus watch%s"
                .formatted(
                    file,
                    String.join(" and ", Configuration.requiredKeys(engine.type())),
                    option()));
    return ExitCode.OK;
  }

  /** Names the file to the next command, which else reads {@code proteus.yaml}. */
  private String option() {
    Path named = environment.folder().resolve(file).normalize();
    if (named.equals(environment.folder().resolve(ClusterOptions.DEFAULT_FILE).normalize())) {
      return "";
    }
    String word = file.toString();
    return " --config "
        + (PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'");
  }
}
