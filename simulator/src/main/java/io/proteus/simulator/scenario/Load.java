package io.proteus.simulator.scenario;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Variants;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/** How a load changes in time, as a factor. */
@Variants("curve")
public sealed interface Load {
  double at(Duration at);

  /**
   * Another factor from each moment on; 1 before the first.
   *
   * @param to the factor from {@code from} on
   */
  @Section("another factor from each moment on, 1 before the first")
  record Steps(@Key(doc = "the moments and the factors from then on") List<Step> steps)
      implements Load {
    public record Step(
        @Key(doc = "when", zero = true) Duration from,
        @Key(doc = "the factor from then on") double to) {
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
  @Section("from one factor to another, in a straight line")
  record Ramp(
      @Key(doc = "when it begins", zero = true) Duration from,
      @Key(doc = "when it ends") Duration until,
      @Key(doc = "the factor before") double start,
      @Key(doc = "the factor after") double end)
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
  @Section("around a mean")
  record Sinusoid(
      @Key(doc = "factor in the middle") double mean,
      @Key(doc = "how far it goes up and down", signed = true) double amplitude,
      @Key(doc = "from one crest to the next") Duration period)
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
  @Section("a factor for each of equal parts of a day, in straight lines between")
  record Daily(@Key(doc = "the factors") List<Double> factors) implements Load {
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
  @Section("suddenly more, and after a while as before")
  record FlashCrowd(
      @Key(doc = "when it comes", zero = true) Duration from,
      @Key(doc = "how long it stays") Duration lasts,
      @Key(doc = "the factor meanwhile") double factor)
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
