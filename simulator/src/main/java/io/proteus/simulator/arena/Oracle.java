package io.proteus.simulator.arena;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What nobody can beat who does not know the future: the cheapest sizes for a load that is known.
 *
 * <p>Every size is played through the whole scenario, without faults and without anybody who acts,
 * so that it is measured what each size misses in each slot. The cheapest path through the slots is
 * then found by dynamic programming, once for each price of a missed operation. A node that is
 * added is paid for while it boots; moving partitions costs nothing. So the oracle's figures are a
 * lower bound.
 *
 * @param ways sizes over time, each with what it misses and costs, the cheapest first
 */
public record Oracle(List<Way> ways) {
  private static final Duration SLOT = Duration.ofMinutes(10);

  /** Boot and join, as the simulator has it (TIR-8). */
  private static final double BOOT_HOURS = 3.5 / 60;

  /** Node-hours that a million missed operations are worth, from nothing to whatever it takes. */
  private static final double[] PRICES = {0.1, 0.3, 1, 3, 10, 30, 100, 1000, 1e6};

  /** A strategy that misses so much more is as good: what cannot be told apart. */
  private static final double SAME_SERVICE = 0.001;

  /**
   * One way to size a cluster.
   *
   * @param sizes nodes in each slot
   * @param missed share of the operations, 0..1
   */
  public record Way(List<Integer> sizes, double missed, double nodeHours) {
    public Way {
      sizes = List.copyOf(sizes);
    }

    boolean isStatic() {
      return sizes.stream().distinct().count() == 1;
    }
  }

  public Oracle {
    ways = ways.stream().sorted(Comparator.comparingDouble(Way::nodeHours)).toList();
  }

  /** Plays every size from {@code least} to {@code most}. */
  static Oracle of(Scenario scenario, int least, int most, long seed) throws InvalidConfiguration {
    Scenario calm = scenario.withFaults(List.of()).withLayout(Scenario.Layout.BALANCED);
    List<Service> bySize = new ArrayList<>();
    List<Way> ways = new ArrayList<>();
    for (int size = least; size <= most; size++) {
      Scenario sized = calm.withNodes(size);
      Service service = Service.of(sized, Simulation.run(sized, Simulation.NOBODY, seed), SLOT);
      bySize.add(service);
      ways.add(
          new Way(
              service.offered().stream().map(slot -> least + bySize.size() - 1).toList(),
              service.missedShare(),
              (least + bySize.size() - 1) * hours(scenario)));
    }
    for (double price : PRICES) {
      ways.add(path(bySize, least, price / 1e6));
    }
    return new Oracle(ways);
  }

  private static double hours(Scenario scenario) {
    return scenario.lasts().toSeconds() / 3600.0;
  }

  /**
   * @param price node-hours of a missed operation
   */
  private static Way path(List<Service> bySize, int least, double price) {
    int slots = bySize.get(0).offered().size();
    int sizes = bySize.size();
    double slotHours = bySize.get(0).slotSeconds() / 3600;
    double[][] best = new double[slots][sizes];
    int[][] from = new int[slots][sizes];
    for (int slot = 0; slot < slots; slot++) {
      for (int size = 0; size < sizes; size++) {
        double own = (least + size) * slotHours + price * bySize.get(size).missed().get(slot);
        best[slot][size] = own;
        for (int before = 0; slot > 0 && before < sizes; before++) {
          double cost = own + best[slot - 1][before] + Math.max(0, size - before) * BOOT_HOURS;
          if (before == 0 || cost < best[slot][size]) {
            best[slot][size] = cost;
            from[slot][size] = before;
          }
        }
      }
    }
    int size = 0;
    for (int other = 1; other < sizes; other++) {
      size = best[slots - 1][other] < best[slots - 1][size] ? other : size;
    }
    return walked(bySize, least, from, size, slotHours);
  }

  private static Way walked(
      List<Service> bySize, int least, int[][] from, int last, double slotHours) {
    List<Integer> sizes = new ArrayList<>();
    double missed = 0;
    double nodeHours = 0;
    int size = last;
    for (int slot = from.length - 1; slot >= 0; slot--) {
      sizes.add(0, least + size);
      missed += bySize.get(size).missed().get(slot);
      int before = slot == 0 ? size : from[slot][size];
      nodeHours += (least + size) * slotHours + Math.max(0, size - before) * BOOT_HOURS;
      size = before;
    }
    double offered = Service.sum(bySize.get(0).offered());
    return new Way(sizes, offered == 0 ? 0 : missed / offered, nodeHours);
  }

  /** The cheapest way that misses about as little as this share, or as little as can be. */
  public Way asGoodAs(double missed) {
    double least = ways.stream().mapToDouble(Way::missed).min().orElse(0);
    double allowed = Math.max(missed, least) + SAME_SERVICE;
    return ways.stream().filter(way -> way.missed() <= allowed).findFirst().orElseThrow();
  }

  /** The cheapest number of nodes that stays and misses about as little as can be. */
  public Way bestStatic() {
    double least = ways.stream().filter(Way::isStatic).mapToDouble(Way::missed).min().orElse(0);
    return ways.stream()
        .filter(way -> way.isStatic() && way.missed() <= least + SAME_SERVICE)
        .findFirst()
        .orElseThrow();
  }
}
