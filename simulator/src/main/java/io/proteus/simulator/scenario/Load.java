package io.proteus.simulator.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.input.Wanted;
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
  record Steps(@JsonProperty(required = true) List<Step> steps) implements Load {
    public record Step(
        @JsonProperty(required = true) Duration from, @JsonProperty(required = true) double to) {
      public Step {
        Wanted.given("load.steps.from", from);
        Wanted.notNegative("load.steps.to", to);
      }
    }

    public Steps {
      Wanted.that(steps != null && !steps.isEmpty(), "load.steps.steps", "at least one", steps);
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
  record Ramp(
      @JsonProperty(required = true) Duration from,
      @JsonProperty(required = true) Duration until,
      @JsonProperty(required = true) double start,
      @JsonProperty(required = true) double end)
      implements Load {
    public Ramp {
      Wanted.given("load.ramp.from", from);
      Wanted.given("load.ramp.until", until);
      Wanted.notNegative("load.ramp.start", start);
      Wanted.notNegative("load.ramp.end", end);
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
  record Sinusoid(
      @JsonProperty(required = true) double mean,
      @JsonProperty(required = true) double amplitude,
      @JsonProperty(required = true) Duration period)
      implements Load {
    public Sinusoid {
      Wanted.notNegative("load.sinusoid.mean", mean);
      Wanted.that(Double.isFinite(amplitude), "load.sinusoid.amplitude", "a number", amplitude);
      Wanted.over0("load.sinusoid.period", period);
    }

    @Override
    public double at(Duration at) {
      return mean + amplitude * Math.sin(2 * Math.PI * at.toMillis() / period.toMillis());
    }
  }

  /** A factor for each of equal parts of a day, day after day, in straight lines between. */
  record Daily(@JsonProperty(required = true) List<Double> factors) implements Load {
    private static final double DAY_MS = Duration.ofDays(1).toMillis();

    public Daily {
      Wanted.that(
          factors != null && !factors.isEmpty(), "load.daily.factors", "at least one", factors);
      factors.forEach(
          factor -> {
            Wanted.given("load.daily.factors", factor);
            Wanted.notNegative("load.daily.factors", factor);
          });
      factors = List.copyOf(factors);
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
  record FlashCrowd(
      @JsonProperty(required = true) Duration from,
      @JsonProperty(required = true) Duration lasts,
      @JsonProperty(required = true) double factor)
      implements Load {
    public FlashCrowd {
      Wanted.given("load.flash-crowd.from", from);
      Wanted.over0("load.flash-crowd.lasts", lasts);
      Wanted.notNegative("load.flash-crowd.factor", factor);
    }

    @Override
    public double at(Duration at) {
      return at.compareTo(from) >= 0 && at.compareTo(from.plus(lasts)) < 0 ? factor : 1;
    }
  }
}
