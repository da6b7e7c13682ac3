package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;

/**
 * When a running plan is held back: the cluster does worse than the plan's price foresaw.
 *
 * @param atMost how far
 * @param slowFrom times what was foreseen from which it takes one step at a time
 * @param pauseFrom the same, from which no step begins
 * @param busyFrom how busy the nodes are on average before their load holds a plan back
 * @param samples in a row that have to agree, also that it is better again
 * @param endAfter how long a plan is paused
 */
public record BrakeSettings(
    @Key(
            doc =
                "how far a plan is held back: `off`, `slow` (one step at a time), `pause`, `end`"
                    + " after a pause, or `put-back` what it changed",
            usual = "end")
        Brake atMost,
    @Key(
            doc = "one step at a time from so many times the foreseen latency or load",
            usual = "1.5",
            range = "over 1")
        double slowFrom,
    @Key(
            doc = "no step begins from so many times the foreseen latency or load",
            usual = "2.5",
            range = "over 1")
        double pauseFrom,
    @Key(
            doc = "CPU and disk wait of the average node below which load holds no plan back",
            usual = "0.80")
        Ratio busyFrom,
    @Key(doc = "samples in a row that have to agree", usual = "2") int samples,
    @Key(
            doc = "how long a plan is paused before it is ended, or goes on slowly with `pause`",
            usual = "10m")
        Duration endAfter) {

  /** No plan is held back. */
  public static final BrakeSettings OFF =
      new BrakeSettings(Brake.OFF, 1.5, 2.5, Ratio.of(0.8), 2, Duration.ofMinutes(10));

  public BrakeSettings {
    if (!(slowFrom > 1 && pauseFrom >= slowFrom)) {
      throw new InvalidValue(
          "execution.brake: want 1 < slowFrom <= pauseFrom, got %s and %s. Maybe they are swapped."
              .formatted(slowFrom, pauseFrom));
    }
  }
}
