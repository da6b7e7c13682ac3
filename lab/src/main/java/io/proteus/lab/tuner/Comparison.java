package io.proteus.lab.tuner;

import io.proteus.lab.result.Spread;
import io.proteus.lab.tuner.Trial.Purpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One side of the comparison at the end: what was measured there had no part in choosing it.
 *
 * @param name {@link Tuner#DEFAULTS}, {@link Tuner#RESULT}, or a policy's
 * @param values all that was set
 * @param perSecond of each repeat that did not fail
 * @param failures how many did
 * @param ratio over the defaults of the same repeat; null where there is none
 * @param low end of the 95 % confidence interval of the mean ratio; null where it is not known
 * @param high the other end
 * @param significant whether it differs from the defaults beyond noise
 */
public record Comparison(
    String name,
    Map<String, String> values,
    List<Double> perSecond,
    int failures,
    @Nullable Spread ratio,
    @Nullable Double low,
    @Nullable Double high,
    boolean significant) {
  public Comparison {
    values = Map.copyOf(values);
    perSecond = List.copyOf(perSecond);
  }

  /** Of every side that was compared, the defaults first. */
  public static List<Comparison> of(List<Trial> trials) {
    Map<String, List<Trial>> sides = new LinkedHashMap<>();
    trials.stream()
        .filter(trial -> trial.purpose() == Purpose.COMPARE)
        .forEach(
            trial -> sides.computeIfAbsent(trial.subject(), name -> new ArrayList<>()).add(trial));
    List<Trial> defaults = sides.getOrDefault(Tuner.DEFAULTS, List.of());
    Noise noise = new Evidence(trials).noise();
    return sides.entrySet().stream()
        .map(side -> of(side.getKey(), side.getValue(), defaults, Tuner.DEFAULTS, noise))
        .toList();
  }

  /**
   * One side beside another than the defaults: its ratios are over that one, of the same repeats.
   * Empty where one of them was not compared.
   */
  public static Optional<Comparison> beside(String name, String other, List<Trial> trials) {
    List<Trial> its = compared(name, trials);
    List<Trial> others = compared(other, trials);
    return its.isEmpty() || others.isEmpty()
        ? Optional.empty()
        : Optional.of(of(name, its, others, other, new Evidence(trials).noise()));
  }

  private static List<Trial> compared(String name, List<Trial> trials) {
    return trials.stream()
        .filter(trial -> trial.purpose() == Purpose.COMPARE && trial.subject().equals(name))
        .toList();
  }

  private static Comparison of(
      String name, List<Trial> trials, List<Trial> others, String other, Noise noise) {
    List<Double> rates = trials.stream().map(Trial::perSecond).filter(Objects::nonNull).toList();
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(trials.size(), others.size()); i++) {
      Double its = trials.get(i).perSecond();
      Double beside = others.get(i).perSecond();
      if (its != null && beside != null) {
        ratios.add(its / beside);
      }
    }
    Spread ratio = ratios.isEmpty() || name.equals(other) ? null : Spread.of(ratios);
    double middle = Math.exp(ratios.stream().mapToDouble(Math::log).average().orElse(0));
    double error = ratios.isEmpty() ? Double.NaN : noise.error(ratios.size(), ratios.size());
    double reach = noise.reach() * error;
    boolean known = ratio != null && Double.isFinite(reach);
    return new Comparison(
        name,
        trials.get(0).values(),
        rates,
        trials.size() - rates.size(),
        ratio,
        known ? middle * Math.exp(-reach) : null,
        known ? middle * Math.exp(reach) : null,
        known && noise.chance(Math.log(middle), error) < Sensitivity.CHANCE);
  }

  /** The one of this name. */
  public static Optional<Comparison> named(String name, List<Comparison> all) {
    return all.stream().filter(side -> side.name().equals(name)).findFirst();
  }

  /** How often it was compared, failures among them. */
  public int made() {
    return perSecond.size() + failures;
  }

  /** The middle of its rates; 0 where all failed. */
  public double median() {
    return perSecond.isEmpty() ? 0 : Spread.of(perSecond).median();
  }
}
