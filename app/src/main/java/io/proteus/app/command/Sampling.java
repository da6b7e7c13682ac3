package io.proteus.app.command;

import io.proteus.app.WrongUsage;
import io.proteus.controller.configuration.MonitorSettings;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
      converter = Time.class,
      description =
          "From one look at the cluster to the next, such as 15s (default: monitor.period).")
  private @Nullable Duration interval;

  /** The configured settings, but for what was given on the command line. */
  MonitorSettings over(MonitorSettings configured) {
    int count = samples == null ? configured.samples() : samples;
    if (count < 1) {
      throw new WrongUsage("--samples: want 1 or more, got %d.".formatted(count));
    }
    return new MonitorSettings(
        interval == null ? configured.period() : interval, count, configured.smoothing());
  }

  /**
   * Reads {@code 500ms}, {@code 15s}, {@code 2m}, {@code 1h}, {@code 2d}; a bare number is seconds.
   */
  public static final class Time implements ITypeConverter<Duration> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,6})(ms|s|m|h|d|)");

    @Override
    public Duration convert(String text) {
      Matcher matcher = TEXT.matcher(text.strip());
      if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
        throw new TypeConversionException(
            "want a time such as 500ms, 15s, 2m, 1h or 2d, got '%s'.".formatted(text));
      }
      long count = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(count);
        case "m" -> Duration.ofMinutes(count);
        case "h" -> Duration.ofHours(count);
        case "d" -> Duration.ofDays(count);
        default -> Duration.ofSeconds(count);
      };
    }
  }
}
