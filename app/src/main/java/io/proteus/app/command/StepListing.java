package io.proteus.app.command;

import picocli.CommandLine.Option;

/** How much of a plan is shown. */
final class StepListing {
  @Option(
      names = "--steps",
      paramLabel = "N",
      converter = NotNegative.class,
      defaultValue = "40",
      description = "How many steps are listed (default: ${DEFAULT-VALUE}).")
  private int steps;

  /** The most. */
  int most() {
    return steps;
  }
}
