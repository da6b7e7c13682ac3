package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.scaling.LoadClusters.Circumstance;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The yield of every number of machines under the present load (MDP-4): measured near that load, or
 * else in proportion.
 *
 * <p>The paper does not state the yield of a state without data. Here it is in proportion to the
 * machines from the present measurement (TIR-8: two and three times the machines served two and
 * three times the reads, with a half and a third of the latency), and never more than is asked for.
 * The same holds for a latency that is missing in a measurement.
 *
 * <p>While the cluster is saturated, the demand is not known: it is at least what is served. More
 * machines are then taken to serve more in proportion. Their first measurement corrects this for
 * {@code mdp.trustedDecisions}; after that a higher demand is possible again.
 */
final class Outlook {
  /** Below this CPU share, the figure says little about a machine's capacity. */
  private static final double TELLING_CPU = 0.02;

  private final Measurement now;
  private final LoadClusters clusters;
  private final boolean saturated;
  private final double capacity;

  Outlook(List<Measurement> past, Measurement now, MdpScaling.Rhythm rhythm) {
    Ratio saturation = rhythm.saturation();
    this.now = now;

    this.clusters =
        new LoadClusters(past, now, Math.max(1e-6, now.load() * rhythm.similar().value()));
    this.saturated = now.cpu().exceeds(saturation) && !isDemandKnown(past, now, rhythm);
    double served = now.throughput() / now.machines();
    double spare = saturation.value() / Math.max(TELLING_CPU, now.cpu().value());
    this.capacity = served * Math.max(1, spare);
  }

  /** Whether a larger size has shown recently that the demand is no higher. */
  private static boolean isDemandKnown(
      List<Measurement> past, Measurement now, MdpScaling.Rhythm rhythm) {
    Duration trusted = rhythm.decideEvery().multipliedBy(rhythm.trustedDecisions());
    double alike = now.load() * rhythm.similar().value();
    return past.stream()
        .anyMatch(
            m ->
                m.machines() > now.machines()
                    && Duration.between(m.at(), now.at()).abs().compareTo(trusted) <= 0
                    && !m.cpu().exceeds(rhythm.saturation())
                    && Math.abs(m.load() - now.load()) <= alike);
  }

  Expected at(int machines) {
    double load =
        saturated && machines > now.machines()
            ? now.load() * machines / now.machines()
            : now.load();
    return expected(machines, load, clusters.at(machines, load));
  }

  private Expected expected(int machines, double load, @Nullable Circumstance near) {
    if (near != null && near.load() > 0) {
      double served = load * Math.min(1, near.throughput() / near.load());
      Double latencyMs = near.latencyMs() == null ? inProportion(machines) : near.latencyMs();
      return new Expected(machines, load, served, latencyMs, true);
    }
    return new Expected(
        machines, load, Math.min(load, capacity * machines), inProportion(machines), false);
  }

  private @Nullable Double inProportion(int machines) {
    Double latencyMs = now.latencyMs();
    return latencyMs == null ? null : Double.valueOf(latencyMs * now.machines() / machines);
  }
}
