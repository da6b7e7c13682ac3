package io.proteus.lab.stage;

import io.proteus.app.WrongUsage;
import picocli.CommandLine.Option;

/** How often an experiment measures each thing. */
public final class RepeatOptions {
  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often each is measured, in turns (default: ${DEFAULT-VALUE}).")
  private int repeats;

  /** Checked. */
  public int count() {
    if (repeats < 1) {
      throw new WrongUsage("--repeats: want 1 or more, got %d.".formatted(repeats));
    }
    return repeats;
  }
}
