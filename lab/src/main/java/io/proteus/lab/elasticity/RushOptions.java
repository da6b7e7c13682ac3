package io.proteus.lab.elasticity;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How much is asked for, and for how long. */
final class RushOptions {
  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Operations a second that are asked for at first (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--staying",
      paramLabel = "SHARE",
      description = "Of them, which stay when the rush is over (default: ${DEFAULT-VALUE}).")
  private double staying;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Length of each run (default: ${DEFAULT-VALUE}).")
  private long seconds;

  @Option(
      names = "--rush",
      paramLabel = "N",
      description = "After how many seconds the rush is over (default: ${DEFAULT-VALUE}).")
  private long rush;

  /** The defaults of a command. */
  RushOptions(double rate, double staying, long seconds, long rush) {
    this.rate = rate;
    this.staying = staying;
    this.seconds = seconds;
    this.rush = rush;
  }

  RushScript script(RushedStore store, double cores) {
    return new RushScript(
        store, Duration.ofSeconds(seconds), Duration.ofSeconds(rush), cores, rate, staying);
  }
}
