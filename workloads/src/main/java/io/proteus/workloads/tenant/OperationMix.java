package io.proteus.workloads.tenant;

import io.proteus.core.units.InvalidValue;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The share of each type of operation among all that a tenant sends.
 *
 * @param shares share of each type, 0..1, together 1; a type that is not sent is absent
 */
public record OperationMix(Map<OperationType, Double> shares) {
  private static final double ROUNDING = 1e-9;

  public OperationMix {
    var sorted = new EnumMap<OperationType, Double>(OperationType.class);
    shares.forEach(
        (type, share) -> {
          if (share > 0) {
            sorted.put(type, share);
          }
        });
    double sum = sorted.values().stream().mapToDouble(Double::doubleValue).sum();
    if (Math.abs(sum - 1) > ROUNDING || sorted.size() != shares.size()) {
      throw new InvalidValue(
          "operation mix: want positive shares that add up to 1, got %s.".formatted(shares));
    }
    shares = Collections.unmodifiableMap(sorted);
  }

  public static OperationMix only(OperationType type) {
    return new OperationMix(Map.of(type, 1.0));
  }

  public static OperationMix of(
      OperationType first, double firstShare, OperationType second, double secondShare) {
    return new OperationMix(Map.of(first, firstShare, second, secondShare));
  }

  public boolean contains(OperationType type) {
    return shares.containsKey(type);
  }

  /** The type of the next operation. */
  public OperationType draw(SplittableRandom random) {
    double point = random.nextDouble();
    OperationType last = OperationType.READ;
    for (Map.Entry<OperationType, Double> entry : shares.entrySet()) {
      last = entry.getKey();
      point -= entry.getValue();
      if (point < 0) {
        break;
      }
    }
    return last;
  }

  /** The mix as in the paper: {@code 50% read, 50% update}. */
  @Override
  public String toString() {
    return shares.entrySet().stream()
        .map(
            entry ->
                "%.0f%% %s"
                    .formatted(
                        entry.getValue() * 100,
                        entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', '-')))
        .collect(Collectors.joining(", "));
  }
}
