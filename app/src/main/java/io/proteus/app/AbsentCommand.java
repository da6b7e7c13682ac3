package io.proteus.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * A subcommand of a module that is not on the class path. The help does not list it; whoever gives
 * it is told which module brings it.
 *
 * @param name of the subcommand
 * @param module that brings it
 */
record AbsentCommand(String name, String module) {
  private static final String LAB = "proteus-lab";

  /** The subcommands that are known to be in modules beside the product. */
  static Stream<AbsentCommand> all() {
    return Stream.of("experiment", "tune", "demo", "local")
        .map(name -> new AbsentCommand(name, LAB));
  }

  CommandLine line() {
    CommandLine line = new CommandLine(new Refusal(this));
    line.setCommandName(name);
    return line;
  }

  /** Takes whatever is given, so that every such command line gets the same answer. */
  @Command(hidden = true)
  static final class Refusal implements Callable<Integer> {
    private final AbsentCommand absent;

    @Unmatched private List<String> given = new ArrayList<>();

    Refusal(AbsentCommand absent) {
      this.absent = absent;
    }

    @Override
    public Integer call() {
      throw new WrongUsage(
          "%s: the module %s brings this command and is not installed here. Install the package proteus-lab, run ./proteus of a checkout, or add the module's jars to PROTEUS_CLASSPATH."
              .formatted(absent.name, absent.module));
    }
  }
}
