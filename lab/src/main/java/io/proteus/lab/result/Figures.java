package io.proteus.lab.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;

/**
 * What follows from the measurements at one data size.
 *
 * <p>A ratio compares the repeats of the same number, which were measured close together, so that
 * what drifts over an experiment (warm-up, compactions) cancels; its spread is that of those
 * ratios. Where the repeats do not pair, the medians are compared and the spread is from the worst
 * to the best of all pairs.
 */
public final class Figures {
  private final List<TenantDescription> tenants;
  private final DataSizeResult size;

  public Figures(List<TenantDescription> tenants, DataSizeResult size) {
    this.tenants = tenants;
    this.size = size;
  }

  /** Operations per second of one tenant. */
  public Spread throughput(String arrangement, String tenant) {
    return over(arrangement, throughputOf(tenant));
  }

  /** Operations per second of all tenants: dominated by whoever is answered from a cache. */
  public Spread total(String arrangement) {
    return over(arrangement, RepeatResult::totalPerSecond);
  }

  /** 99th percentile of a tenant's latency in microseconds; empty when it completed nothing. */
  public Optional<Spread> p99Micros(String arrangement, String tenant) {
    List<Double> values =
        repeats(arrangement)
            .map(repeat -> repeat.tenant(tenant).latencyAll())
            .filter(Objects::nonNull)
            .map(latency -> (double) latency.p99Micros())
            .toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** Block cache hit ratio of a server; empty when it was not measured. */
  public Optional<Spread> cacheHitRatio(String arrangement, String server) {
    List<Double> values =
        repeats(arrangement)
            .flatMap(repeat -> repeat.servers().stream())
            .filter(result -> result.server().equals(server))
            .map(ServerResult::cacheHitRatio)
            .filter(Objects::nonNull)
            .toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** A tenant's throughput under {@code arrangement} over that under {@code other}. */
  public Optional<Spread> ratio(String arrangement, String other, String tenant) {
    return compare(arrangement, other, throughputOf(tenant));
  }

  /** The same for all tenants together. */
  public Optional<Spread> totalRatio(String arrangement, String other) {
    return compare(arrangement, other, RepeatResult::totalPerSecond);
  }

  /**
   * Geometric mean of the tenants' ratios, which no tenant dominates. Tenants with a cap are left
   * out: they get what they ask for under any arrangement.
   */
  public Optional<Spread> geometricMeanRatio(String arrangement, String other) {
    return compare(arrangement, other, this::geometricMean);
  }

  /** Operations that failed in the measured windows. */
  public long failures(String arrangement) {
    return repeats(arrangement)
        .flatMap(repeat -> repeat.tenants().stream())
        .mapToLong(TenantResult::failures)
        .sum();
  }

  /** The ratio of two geometric means is the geometric mean of the ratios. */
  private double geometricMean(RepeatResult repeat) {
    double[] rates =
        tenants.stream()
            .filter(tenant -> !tenant.isCapped())
            .mapToDouble(tenant -> repeat.tenant(tenant.name()).operationsPerSecond())
            .toArray();
    return StatUtils.geometricMean(rates);
  }

  /** Empty when the other one did nothing at all in a repeat, so that there is no ratio. */
  private Optional<Spread> compare(
      String arrangement, String other, ToDoubleFunction<RepeatResult> value) {
    List<RepeatResult> ours = repeats(arrangement).toList();
    List<RepeatResult> theirs = repeats(other).toList();
    if (theirs.stream().anyMatch(repeat -> !(value.applyAsDouble(repeat) > 0))) {
      return Optional.empty();
    }
    var ratios = new ArrayList<Double>();
    for (RepeatResult our : ours) {
      theirs.stream()
          .filter(their -> their.repeat() == our.repeat())
          .forEach(their -> ratios.add(value.applyAsDouble(our) / value.applyAsDouble(their)));
    }
    if (ratios.size() == ours.size() && ratios.size() == theirs.size()) {
      return Optional.of(Spread.of(ratios));
    }
    Spread our = Spread.of(ours.stream().map(value::applyAsDouble).toList());
    Spread their = Spread.of(theirs.stream().map(value::applyAsDouble).toList());
    return Optional.of(
        new Spread(
            our.median() / their.median(),
            our.min() / their.max(),
            our.max() / their.min(),
            Math.min(our.count(), their.count())));
  }

  private Spread over(String arrangement, ToDoubleFunction<RepeatResult> value) {
    return Spread.of(repeats(arrangement).map(value::applyAsDouble).toList());
  }

  private Stream<RepeatResult> repeats(String arrangement) {
    return size.arrangement(arrangement).repeats().stream()
        .sorted(Comparator.comparingInt(RepeatResult::repeat));
  }

  private static ToDoubleFunction<RepeatResult> throughputOf(String tenant) {
    return repeat -> repeat.tenant(tenant).operationsPerSecond();
  }
}
