package io.proteus.lab.runner;

import io.proteus.lab.result.Interval;
import io.proteus.lab.result.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All that an experiment has measured so far.
 *
 * <p>A ratio compares repeats of the same number, which were measured close together, so that what
 * drifts over an experiment (warm-up, compactions) cancels.
 *
 * @param <C> what is compared
 * @param <M> what is measured of it
 */
public record Measurements<C, M>(List<Measurement<C, M>> all) {
  public Measurements {
    all = List.copyOf(all);
  }

  /** Those of one thing, by repeat. */
  public List<Measurement<C, M>> of(C one) {
    return all.stream()
        .filter(measurement -> measurement.of().equals(one))
        .sorted(Comparator.comparingInt(Measurement::repeat))
        .toList();
  }

  /** A figure over the repeats that have it; null where none has. */
  public @Nullable Spread spread(C one, Function<M, @Nullable Double> figure) {
    List<Double> values = new ArrayList<>();
    for (Measurement<C, M> measurement : of(one)) {
      Double value = figure.apply(measurement.found());
      if (value != null) {
        values.add(value);
      }
    }
    return values.isEmpty() ? null : Spread.of(values);
  }

  /** A figure over that of another thing in the same repeat; null where no two repeats pair. */
  public @Nullable Spread paired(C one, C other, ToDoubleFunction<M> figure) {
    List<Double> ratios = ratios(one, other, figure);
    return ratios.isEmpty() ? null : Spread.of(ratios);
  }

  /**
   * The same where some repeats may not pair: then the medians are compared, and the spread is from
   * the worst to the best of all pairs. Null where one was not measured or the other did nothing.
   */
  public @Nullable Spread ratio(C one, C other, ToDoubleFunction<M> figure) {
    Spread our = spread(one, figure::applyAsDouble);
    Spread their = spread(other, figure::applyAsDouble);
    if (our == null || their == null || !(their.min() > 0)) {
      return null;
    }
    List<Double> ratios = ratios(one, other, figure);
    if (ratios.size() == our.count() && ratios.size() == their.count()) {
      return Spread.of(ratios);
    }
    return new Spread(
        our.median() / their.median(),
        our.min() / their.max(),
        our.max() / their.min(),
        Math.min(our.count(), their.count()));
  }

  /**
   * The geometric mean of the ratios of repeats that pair, and where it is in 19 of 20 cases; null
   * where fewer than two pair.
   */
  public @Nullable Interval interval(C one, C other, ToDoubleFunction<M> figure) {
    return Interval.ofRatios(ratios(one, other, figure));
  }

  private List<Double> ratios(C one, C other, ToDoubleFunction<M> figure) {
    List<Double> ratios = new ArrayList<>();
    for (Measurement<C, M> ours : of(one)) {
      of(other).stream()
          .filter(theirs -> theirs.repeat() == ours.repeat())
          .map(theirs -> figure.applyAsDouble(ours.found()) / figure.applyAsDouble(theirs.found()))
          .forEach(ratios::add);
    }
    return ratios;
  }
}
