package io.proteus.simulator.scenario;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/** How a load changes in time, as a factor. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "curve")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Load.Steps.class, name = "steps"),
  @JsonSubTypes.Type(value = Load.Ramp.class, name = "ramp"),
  @JsonSubTypes.Type(value = Load.Sinusoid.class, name = "sinusoid"),
  @JsonSubTypes.Type(value = Load.Daily.class, name = "daily"),
  @JsonSubTypes.Type(value = Load.FlashCrowd.class, name = "flash-crowd")
})
public sealed interface Load {
  double at(Duration at);

  /**
   * Another factor from each moment on; 1 before the first.
   *
   * @param to the factor from {@code from} on
   */
  record Steps(List<Step> steps) implements Load {
    public record Step(Duration from, double to) {}

    public Steps {
      steps = List.copyOf(steps);
    }

    @Override
    public double at(Duration at) {
      TreeMap<Duration, Double> byTime = new TreeMap<>();
      steps.forEach(step -> byTime.put(step.from(), step.to()));
      var step = byTime.floorEntry(at);
      return step == null ? 1 : step.getValue();
    }
  }

  /** From one factor to another, in a straight line. */
  record Ramp(Duration from, Duration until, double start, double end) implements Load {
    public Ramp {
      if (until.compareTo(from) <= 0) {
        throw new InvalidValue(
            "load.ramp: want from < until, got %s and %s. Maybe they are swapped."
                .formatted(from, until));
      }
    }

    @Override
    public double at(Duration at) {
      double share = (double) at.minus(from).toMillis() / Math.max(1, until.minus(from).toMillis());
      return start + (end - start) * Math.max(0, Math.min(1, share));
    }
  }

  /** Around a mean (MDP-7). */
  record Sinusoid(double mean, double amplitude, Duration period) implements Load {
    public Sinusoid {
      if (period.isZero() || period.isNegative()) {
        throw new InvalidValue("load.sinusoid.period: want over 0, got %s.".formatted(period));
      }
    }

    @Override
    public double at(Duration at) {
      return mean + amplitude * Math.sin(2 * Math.PI * at.toMillis() / period.toMillis());
    }
  }

  /** A factor for each of equal parts of a day, day after day, in straight lines between. */
  record Daily(List<Double> factors) implements Load {
    private static final double DAY_MS = Duration.ofDays(1).toMillis();

    public Daily {
      factors = List.copyOf(factors);
      if (factors.isEmpty()) {
        throw new InvalidValue("load.daily.factors: want at least one, got none.");
      }
    }

    @Override
    public double at(Duration at) {
      double place = at.toMillis() % DAY_MS / DAY_MS * factors.size();
      int before = (int) place % factors.size();
      int after = (before + 1) % factors.size();
      double share = place - Math.floor(place);
      return factors.get(before) * (1 - share) + factors.get(after) * share;
    }
  }

  /** Suddenly more, and after a while as before. */
  record FlashCrowd(Duration from, Duration lasts, double factor) implements Load {
    @Override
    public double at(Duration at) {
      return at.compareTo(from) >= 0 && at.compareTo(from.plus(lasts)) < 0 ? factor : 1;
    }
  }
}
