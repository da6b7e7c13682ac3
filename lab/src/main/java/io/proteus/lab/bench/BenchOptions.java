package io.proteus.lab.bench;

import io.proteus.app.WrongUsage;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How settings are measured on a real cluster. */
public final class BenchOptions {
  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Rows of 1 KB, all tables together (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "16",
      description = "Of the clients, all tables together (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--first-warm-up",
      paramLabel = "SECONDS",
      defaultValue = "240",
      description = {
        "Load before all, unmeasured: servers whose JVM is cold are several times slower",
        "(default: ${DEFAULT-VALUE})."
      })
  private int firstWarmUp;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "The same before each window (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "Length of a measured window (default: ${DEFAULT-VALUE}).")
  private int window;

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
    if (rows < 1000 || threads < 1 || firstWarmUp < 0 || warmUp < 0 || window < 1) {
      throw new WrongUsage(
          "--rows, --threads, --first-warm-up, --warm-up, --window: want 1000 or more, 1 or more, 0 or more, 0 or more and 1 or more, got %d, %d, %d, %d and %d."
              .formatted(rows, threads, firstWarmUp, warmUp, window));
    }
    return new Bench(
        rows,
        threads,
        Duration.ofSeconds(firstWarmUp),
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(window),
        seed);
  }
}
