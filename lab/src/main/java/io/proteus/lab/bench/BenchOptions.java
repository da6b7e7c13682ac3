package io.proteus.lab.bench;

import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How settings are measured on a real cluster. */
public final class BenchOptions {
  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Rows of 1 KB, all tables of a workload together (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "16",
      description = "Of the clients, all tables together (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--first-warm-up",
      paramLabel = "TIME",
      defaultValue = "4m",
      converter = UnitValue.TimeOrNone.class,
      description = {
        "Load before all, unmeasured: servers whose JVM is cold are several times slower",
        "(default: ${DEFAULT-VALUE})."
      })
  private Duration firstWarmUp = Duration.ZERO;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = UnitValue.TimeOrNone.class,
      description = "The same before each window (default: ${DEFAULT-VALUE}).")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      defaultValue = "15s",
      converter = UnitValue.Time.class,
      description = "Length of a measured window (default: ${DEFAULT-VALUE}).")
  private Duration window = Duration.ZERO;

  /**
   * What they come to.
   *
   * @param rows of all tables together
   * @param threads of the clients of all tables together
   * @param seed of every draw
   */
  public record Bench(
      int rows, int threads, Duration firstWarmUp, Duration warmUp, Duration window, long seed) {

    /** For people. */
    public String method() {
      return "Rows of 1 KB: %,d, loaded first, %d client threads, %d s of warm-up and a window of %d s each."
          .formatted(rows, threads, warmUp.toSeconds(), window.toSeconds());
    }
  }

  /** Checked. */
  public Bench bench(long seed) {
    if (rows < 1000 || threads < 1) {
      throw new WrongUsage(
          "--rows, --threads: want 1000 or more and 1 or more, got %d and %d."
              .formatted(rows, threads));
    }
    return new Bench(rows, threads, firstWarmUp, warmUp, window, seed);
  }
}
