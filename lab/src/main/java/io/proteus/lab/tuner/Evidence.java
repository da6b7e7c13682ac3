package io.proteus.lab.tuner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What trials say of the settings that they tried, as logarithms of rates: effects then multiply. A
 * failed trial counts as the worst that was seen.
 */
final class Evidence {
  private final Map<Map<String, String>, List<Double>> bySetting = new LinkedHashMap<>();
  private final Map<Map<String, String>, List<Double>> measured = new LinkedHashMap<>();
  private final List<Trial> trials;

  Evidence(List<Trial> trials) {
    this.trials = List.copyOf(trials);
    double worst =
        trials.stream()
            .map(Trial::perSecond)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .min()
            .orElse(1);
    for (Trial trial : trials) {
      Double rate = trial.perSecond();
      bySetting
          .computeIfAbsent(trial.values(), values -> new ArrayList<>())
          .add(Math.log(rate == null ? worst : rate));
      if (rate != null) {
        measured.computeIfAbsent(trial.values(), values -> new ArrayList<>()).add(Math.log(rate));
      }
    }
  }

  List<Trial> trials() {
    return trials;
  }

  List<Map<String, String>> settings() {
    return List.copyOf(bySetting.keySet());
  }

  /** Every figure of a setting. */
  List<Double> of(Map<String, String> values) {
    return List.copyOf(bySetting.getOrDefault(values, List.of()));
  }

  OptionalDouble mean(Map<String, String> values) {
    return of(values).stream().mapToDouble(Double::doubleValue).average();
  }

  boolean hasFailed(Map<String, String> values) {
    return trials.stream().anyMatch(t -> t.values().equals(values) && t.perSecond() == null);
  }

  /** Failures are no noise. */
  Noise noise() {
    return Noise.of(List.copyOf(measured.values()));
  }
}
