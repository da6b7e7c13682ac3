package io.proteus.simulator.arena;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What nobody can beat who does not know the future: the cheapest sizes for a load that is known.
 *
 * <p>Every size is played through the whole scenario, on like machines, without faults, with the
 * load in balance and without anybody who acts, so that it is measured what each size misses in
 * each slot. The cheapest path through the slots is then found by dynamic programming, once for
 * each price of a missed operation. It begins with the scenario's nodes, as every strategy does. A
 * node that is added is paid for while it boots, and in the first slot nothing has booted before.
 * Removing a node and moving partitions cost nothing. So the oracle's figures are a lower bound for
 * whoever changes only sizes and layouts; who tunes memory or splits partitions can get below it.
 *
 * @param ways sizes over time, each with what it misses and costs, the cheapest first
 */
public record Oracle(List<Way> ways) {
  /** Boot and join, as the simulator has it (TIR-8). */
  private static final double BOOT_HOURS = 3.5 / 60;

  /** Node-hours that a million missed operations are worth, from nothing to whatever it takes. */
  private static final double[] PRICES = {0.1, 0.3, 1, 3, 10, 30, 100, 1000, 1e6};

  /** A strategy that misses so much more is as good: what cannot be told apart. */
  private static final double SAME_SERVICE = 0.001;

  /** And so much more of what is missed anyway, where hot partitions make every size miss. */
  private static final double SAME_OF_MISSED = 0.02;

  /** A size that misses less in every slot leaves nothing to larger ones. */
  private static final double NOTHING_MISSED = 1e-5;

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

    boolean stays() {
      return sizes.stream().distinct().count() == 1;
    }
  }

  public Oracle {
    ways = ways.stream().sorted(Comparator.comparingDouble(Way::nodeHours)).toList();
  }

  /** Plays sizes from {@code least} to {@code most}, or until one misses nothing. */
  static Oracle of(Scenario scenario, int least, int most, long seed) throws InvalidConfiguration {
    Scenario calm = calm(scenario);
    List<Service> bySize = new ArrayList<>();
    for (int size = least; size <= most; size++) {
      Scenario sized = calm.withNodes(size);
      Service service = Service.of(sized, Simulation.run(sized, Simulation.NOBODY, seed), SLOT);
      bySize.add(service);
      if (size >= scenario.nodes() && missesNothing(service)) {
        break;
      }
    }
    Paths paths = new Paths(bySize, least, scenario.nodes());
    List<Way> ways = new ArrayList<>();
    for (int size = least; size < least + bySize.size(); size++) {
      ways.add(paths.staying(size));
    }
    for (double price : PRICES) {
      ways.add(paths.cheapest(price / 1e6));
    }
    return new Oracle(ways);
  }

  /** How long a slot is. */
  static final Duration SLOT = Duration.ofMinutes(10);

  /** Where a spot is hot, and what the store moves, matters to nobody who moves for nothing. */
  private static Scenario calm(Scenario scenario) {
    return scenario
        .withFaults(List.of())
        .withLayout(Scenario.Layout.BALANCED)
        .withBalancer(null)
        .withTenants(scenario.tenants().stream().map(Tenant::withHotSpotThatStays).toList());
  }

  private static boolean missesNothing(Service service) {
    for (int slot = 0; slot < service.offered().size(); slot++) {
      if (service.missed(slot) > NOTHING_MISSED * service.offered().get(slot)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Ways through the slots.
   *
   * @param bySize what each size misses, the smallest first
   * @param least the smallest
   * @param given nodes at the start
   */
  private record Paths(List<Service> bySize, int least, int given) {

    private int slots() {
      return bySize.get(0).offered().size();
    }

    private double slotHours() {
      return bySize.get(0).slotSeconds() / 3600;
    }

    /** In the first slot there are at first no more nodes than given. */
    private double missed(int size, int slot) {
      double own = bySize.get(size).missed(slot);
      int first = Math.min(size, given - least);
      if (slot > 0 || first == size) {
        return own;
      }
      double booting = Math.min(1, BOOT_HOURS / slotHours());
      return booting * bySize.get(first).missed(slot) + (1 - booting) * own;
    }

    /** Nodes that boot are paid for from before the slot, but for the first. */
    private double nodeHours(int before, int size, int slot) {
      return (least + size) * slotHours()
          + (slot == 0 ? 0 : Math.max(0, size - before) * BOOT_HOURS);
    }

    Way staying(int nodes) {
      int[] sizes = new int[slots()];
      Arrays.fill(sizes, nodes - least);
      return way(sizes);
    }

    /**
     * @param price node-hours of a missed operation
     */
    Way cheapest(double price) {
      int sizes = bySize.size();
      double[][] best = new double[slots()][sizes];
      int[][] from = new int[slots()][sizes];
      for (int slot = 0; slot < slots(); slot++) {
        for (int size = 0; size < sizes; size++) {
          double missed = price * missed(size, slot);
          best[slot][size] = Double.POSITIVE_INFINITY;
          for (int before = 0; before < sizes; before++) {
            double cost =
                missed + nodeHours(before, size, slot) + (slot == 0 ? 0 : best[slot - 1][before]);
            if (cost < best[slot][size]) {
              best[slot][size] = cost;
              from[slot][size] = before;
            }
          }
        }
      }
      int last = 0;
      for (int size = 1; size < sizes; size++) {
        last = best[slots() - 1][size] < best[slots() - 1][last] ? size : last;
      }
      int[] path = new int[slots()];
      for (int slot = slots() - 1; slot >= 0; slot--) {
        path[slot] = last;
        last = from[slot][last];
      }
      return way(path);
    }

    private Way way(int[] path) {
      List<Integer> sizes = new ArrayList<>();
      double missed = 0;
      double nodeHours = 0;
      for (int slot = 0; slot < path.length; slot++) {
        sizes.add(least + path[slot]);
        missed += missed(path[slot], slot);
        nodeHours += nodeHours(slot == 0 ? path[slot] : path[slot - 1], path[slot], slot);
      }
      double offered = bySize.get(0).offered().stream().mapToDouble(Double::doubleValue).sum();
      return new Way(sizes, offered == 0 ? 0 : missed / offered, nodeHours);
    }
  }

  /** The cheapest way that misses about as little as this share, or as little as can be. */
  public Way asGoodAs(double missed) {
    double least = ways.stream().mapToDouble(Way::missed).min().orElse(0);
    double allowed = allowed(Math.max(missed, least));
    return ways.stream().filter(way -> way.missed() <= allowed).findFirst().orElseThrow();
  }

  private static double allowed(double missed) {
    return missed * (1 + SAME_OF_MISSED) + SAME_SERVICE;
  }

  /** The cheapest number of nodes that stays and misses about as little as can be. */
  public Way bestStatic() {
    double least = ways.stream().filter(Way::stays).mapToDouble(Way::missed).min().orElse(0);
    return ways.stream()
        .filter(way -> way.stays() && way.missed() <= allowed(least))
        .findFirst()
        .orElseThrow();
  }
}
