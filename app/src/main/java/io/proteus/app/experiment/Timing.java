package io.proteus.app.experiment;

import java.time.Duration;

/**
 * How long each phase of a measurement takes.
 *
 * @param warmUp under load and uncapped, as a JVM under a small cap takes minutes to warm up
 * @param settle under load and capped, before the window
 * @param window that is measured
 * @param interval between two observations of Proteus
 * @param samples observations that a decision of Proteus is made from
 */
record Timing(Duration warmUp, Duration settle, Duration window, Duration interval, int samples) {
  static final Timing FULL = of(20, 10, 30);
  static final Timing DEMO = of(45, 10, 30);
  static final Timing QUICK = of(25, 5, 15);

  private static Timing of(int warmUp, int settle, int window) {
    return new Timing(
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(settle),
        Duration.ofSeconds(window),
        Duration.ofSeconds(5),
        6);
  }
}
