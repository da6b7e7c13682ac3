package io.proteus.lab.stage;

import picocli.CommandLine.Option;

/** What an experiment's draws come from: the same seed, the same draws. */
public final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "7",
      description = "Of every draw (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** As given. */
  public long value() {
    return seed;
  }
}
