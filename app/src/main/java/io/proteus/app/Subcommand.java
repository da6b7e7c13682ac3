package io.proteus.app;

import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A subcommand that is made when a command line names it. Making one reads all its options, and
 * most command lines name one of two dozens.
 *
 * @param type the class that is annotated with its name
 * @param made the command with all below it
 */
public record Subcommand(Class<?> type, Supplier<CommandLine> made) {

  /** A command without others below it. */
  public static Subcommand of(Class<?> type, Supplier<?> command) {
    return new Subcommand(type, () -> new CommandLine(command.get()));
  }

  private Command annotation() {
    return Objects.requireNonNull(type.getAnnotation(Command.class), type::getName);
  }

  /** As it is typed. */
  public String name() {
    return annotation().name();
  }

  /** What the help of all lists of it, which cannot be run. */
  CommandLine listed() {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(type.getName()).name(name());
    spec.usageMessage().description(annotation().description()).hidden(annotation().hidden());
    return new CommandLine(spec);
  }
}
