package io.proteus.controller.configuration;

import io.proteus.core.history.Smoothing;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;

/**
 * How the cluster is watched (MET-1, MET-3).
 *
 * @param period from sample to sample
 * @param samples behind a decision
 * @param smoothing of what was sampled
 */
@Section("How the cluster is watched.")
public record MonitorSettings(
    @Key(doc = "from sample to sample (MET-1)", usual = "30s") Duration period,
    @Key(doc = "samples behind a decision (MET-3)", usual = "6") int samples,
    @Inline Smoothing smoothing) {
  private static final Duration SHORTEST_PERIOD = Duration.ofMillis(100);

  public MonitorSettings {
    try {
      requirePeriod(period);
    } catch (InvalidValue e) {
      throw new InvalidValue("monitor.period: " + e.getMessage());
    }
  }

  /** A period as it may be, wherever it is given. */
  public static Duration requirePeriod(Duration period) {
    if (period.compareTo(SHORTEST_PERIOD) < 0) {
      throw new InvalidValue("want 100ms or more, got %d ms.".formatted(period.toMillis()));
    }
    return period;
  }
}
