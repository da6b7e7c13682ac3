package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Measurement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measurements that were made under nearly the same circumstances (MDP-4): k-means in the two
 * dimensions machines and load.
 *
 * <p>Distances are counted so that 1 is one machine, or a given share of the present load. The
 * seeds are chosen without chance (Gonzalez 1985: each the farthest from those before) until none
 * is farther than half of that away, so that k follows the data; Lloyd's iterations then settle
 * them.
 */
final class LoadClusters {
  private static final double REACH = 0.5;
  private static final int MOST_CLUSTERS = 64;
  private static final int MOST_ITERATIONS = 50;

  private final List<Centre> centres = new ArrayList<>();
  private final double unit;

  /** The mean of measurements around one point; it has a latency if any of them has. */
  private static final class Centre {
    double machines;
    double load;
    List<Measurement> members = new ArrayList<>();

    Centre(Measurement seed) {
      machines = seed.machines();
      load = seed.load();
    }

    boolean settle() {
      double meanMachines = members.stream().mapToInt(Measurement::machines).average().orElse(0);
      double meanLoad = members.stream().mapToDouble(Measurement::load).average().orElse(0);
      boolean moved = machines != meanMachines || load != meanLoad;
      machines = meanMachines;
      load = meanLoad;
      return moved;
    }
  }

  /** The means of a cluster. */
  record Circumstance(double load, double throughput, @Nullable Double latencyMs) {}

  /**
   * @param around where the first cluster is looked for
   * @param loadUnit op/s that are as far apart as one machine; above 0
   */
  LoadClusters(List<Measurement> past, Measurement around, double loadUnit) {
    this.unit = loadUnit;
    if (past.isEmpty()) {
      return;
    }
    seed(past, around);
    boolean moved = true;
    for (int iteration = 0; moved && iteration < MOST_ITERATIONS; iteration++) {
      centres.forEach(centre -> centre.members = new ArrayList<>());
      past.forEach(m -> nearest(m.machines(), m.load(), centres).members.add(m));
      centres.removeIf(centre -> centre.members.isEmpty());
      moved = false;
      for (Centre centre : centres) {
        moved |= centre.settle();
      }
    }
  }

  private void seed(List<Measurement> past, Measurement around) {
    Measurement next = past.get(0);
    for (Measurement each : past) {
      if (distance(each, around.machines(), around.load())
          < distance(next, around.machines(), around.load())) {
        next = each;
      }
    }
    double farthest = Double.MAX_VALUE;
    while (farthest > REACH && centres.size() < MOST_CLUSTERS) {
      centres.add(new Centre(next));
      farthest = 0;
      for (Measurement each : past) {
        Centre near = nearest(each.machines(), each.load(), centres);
        double away = distance(each, near.machines, near.load);
        if (away > farthest) {
          farthest = away;
          next = each;
        }
      }
    }
  }

  private double distance(Measurement one, double machines, double load) {
    return Math.hypot(one.machines() - machines, (one.load() - load) / unit);
  }

  private Centre nearest(double machines, double load, List<Centre> of) {
    Centre nearest = of.get(0);
    double least = Double.MAX_VALUE;
    for (Centre centre : of) {
      double away = Math.hypot(centre.machines - machines, (centre.load - load) / unit);
      if (away < least) {
        least = away;
        nearest = centre;
      }
    }
    return nearest;
  }

  /** Measurements with this number of machines under such a load; null where there is none. */
  @Nullable Circumstance at(int machines, double load) {
    List<Centre> near =
        centres.stream()
            .filter(c -> Math.abs(c.machines - machines) < REACH && Math.abs(c.load - load) <= unit)
            .toList();
    return near.isEmpty() ? null : means(nearest(machines, load, near).members);
  }

  private static Circumstance means(List<Measurement> members) {
    return new Circumstance(
        members.stream().mapToDouble(Measurement::load).average().orElse(0),
        members.stream().mapToDouble(Measurement::throughput).average().orElse(0),
        latency(members));
  }

  private static @Nullable Double latency(List<Measurement> members) {
    List<Double> known = new ArrayList<>();
    for (Measurement member : members) {
      if (member.latencyMs() != null) {
        known.add(member.latencyMs());
      }
    }
    return known.isEmpty()
        ? null
        : Double.valueOf(known.stream().mapToDouble(Double::doubleValue).average().orElse(0));
  }
}
