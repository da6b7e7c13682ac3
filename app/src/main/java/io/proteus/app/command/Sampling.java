package io.proteus.app.command;

import io.proteus.app.OptionValue;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.controller.configuration.MonitorSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often and how long a command looks at the cluster before it decides. */
public final class Sampling {
  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Observations to smooth before deciding (default: monitor.samples).")
  private @Nullable Integer samples;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = UnitValue.Time.class,
      description =
          "From one look at the cluster to the next, such as 15s (default: monitor.period).")
  private @Nullable Duration interval;

  /** The configured settings, but for what was given on the command line. */
  MonitorSettings over(MonitorSettings configured) {
    int count = samples == null ? configured.samples() : samples;
    if (count < 1) {
      throw new WrongUsage("--samples: want 1 or more, got %d.".formatted(count));
    }
    return new MonitorSettings(period(interval, configured), count, configured.smoothing());
  }

  /** What was given, checked as the setting is, else the setting. */
  static Duration period(@Nullable Duration interval, MonitorSettings configured) {
    return interval == null
        ? configured.period()
        : OptionValue.of("--interval", () -> MonitorSettings.requirePeriod(interval));
  }
}
