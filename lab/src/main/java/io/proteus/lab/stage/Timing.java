package io.proteus.lab.stage;

import java.time.Duration;

/**
 * How long each phase of a measurement takes.
 *
 * @param firstWarmUp once after the data is loaded, under load and uncapped: a RegionServer whose
 *     JVM has not compiled its hot code yet takes five times the CPU for an operation
 * @param warmUp the same before each window, for the caches
 * @param settle under load and capped, before the window
 * @param window that is measured
 * @param interval between two observations of Proteus
 * @param samples observations that a decision of Proteus is made from
 */
public record Timing(
    Duration firstWarmUp,
    Duration warmUp,
    Duration settle,
    Duration window,
    Duration interval,
    int samples) {
  public static final Timing FULL = of(480, 20, 10, 30, 5);
  public static final Timing DEMO = of(60, 30, 10, 30, 5);
  public static final Timing QUICK = of(20, 10, 5, 10, 3);

  private static Timing of(int firstWarmUp, int warmUp, int settle, int window, int interval) {
    return new Timing(
        Duration.ofSeconds(firstWarmUp),
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(settle),
        Duration.ofSeconds(window),
        Duration.ofSeconds(interval),
        6);
  }
}
