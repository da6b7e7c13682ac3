package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * A command of Proteus that is given as an operator would give it: it looks, plans and acts itself.
 *
 * @param name after {@code proteus}
 */
public record OperatorCommand(
    Environment environment, String name, Function<Environment, Callable<Integer>> command) {
  private static final Pattern PLAN = Pattern.compile("\\bplan-\\d+-\\d+\\b");

  /**
   * Runs it; whatever it did not do is an error.
   *
   * @return the plan that it named first, as `undo` takes it; empty where it named none
   */
  public String run(String... arguments) throws PortException {
    Screen screen = environment.screen();
    StringWriter said = new StringWriter();
    Environment heard =
        new Environment(
            new Screen(
                new PrintWriter(said),
                screen.err(),
                screen.in(),
                screen.interactive(),
                screen.paint()),
            environment.home(),
            environment.folder(),
            environment.connector(),
            environment.time());
    AtomicReference<Exception> failed = new AtomicReference<>();
    int code =
        new CommandLine(command.apply(heard))
            .setExecutionExceptionHandler(
                (exception, line, parsed) -> {
                  failed.set(exception);
                  return line.getCommandSpec().exitCodeOnExecutionException();
                })
            .execute(arguments);
    screen.out().print(said);
    screen.out().flush();
    if (failed.get() != null) {
      throw new PortException(
          "proteus %s: %s".formatted(name, Causes.of(failed.get())), failed.get());
    }
    if (code != 0) {
      throw new PortException("proteus %s ended with %d.".formatted(name, code));
    }
    Matcher plan = PLAN.matcher(said.toString());
    return plan.find() ? plan.group() : "";
  }
}
