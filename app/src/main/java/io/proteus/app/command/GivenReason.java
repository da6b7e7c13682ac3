package io.proteus.app.command;

import io.proteus.controller.approval.OperatorRequest;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Why a person wants something done, for the journal. */
final class GivenReason {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why; it goes into the journal with your name.")
  private @Nullable String reason;

  /**
   * Who asks and why; that it was asked for here where nothing else is said.
   *
   * @param command the name of the command
   * @throws InvalidValue when the reason is empty or too long
   */
  OperatorRequest asked(String command) {
    String why = reason == null ? command + " on the command line" : OneLine.of(reason).strip();
    try {
      return new OperatorRequest(Operator.here().name(), why);
    } catch (InvalidValue e) {
      throw new InvalidValue("%s: --%s".formatted(command, e.getMessage()));
    }
  }
}
