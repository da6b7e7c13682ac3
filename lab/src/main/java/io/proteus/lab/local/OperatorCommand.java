package io.proteus.lab.local;

import io.proteus.core.port.PortException;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * A command of Proteus that is given as an operator would give it: it looks, plans and acts itself.
 *
 * @param name after {@code proteus}
 */
public record OperatorCommand(String name, Callable<Integer> command) {

  /** Runs it; whatever it did not do is an error. */
  public void run(String... arguments) throws PortException {
    int code = new CommandLine(command).execute(arguments);
    if (code != 0) {
      throw new PortException("proteus %s ended with %d.".formatted(name, code));
    }
  }
}
