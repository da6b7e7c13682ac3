package io.proteus.simulator.scenario;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.ByteSize;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.Faults;
import io.proteus.simulator.model.Hardware;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Clusters, tenants and faults by chance, for the soak test: two hours, and in the last half hour
 * nothing goes wrong any more, so that all must be well at the end.
 */
public final class RandomScenarios {
  private static final Duration LASTS = Duration.ofHours(2);
  private static final int FAULTS_FROM_SECONDS = 10 * 60;
  private static final int FAULTS_UNTIL_SECONDS = 85 * 60;
  private static final int LONGEST_FAULT_SECONDS = 5 * 60;
  private static final int MOST_FAULTS = 8;

  private RandomScenarios() {}

  public static Scenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int nodes = random.nextInt(2, 9);
    List<Tenant> tenants = new ArrayList<>();
    int count = random.nextInt(1, 5);
    for (int i = 0; i < count; i++) {
      tenants.add(tenant("t" + i, random));
    }
    List<Fault> faults = new ArrayList<>();
    int faultCount = random.nextInt(MOST_FAULTS + 1);
    for (int i = 0; i < faultCount; i++) {
      faults.add(fault(random));
    }
    Hardware hardware =
        new Hardware(2, 1, ByteSize.parse("2GB"), 30, false, random.nextDouble(), 150, 1e8, 1.2e8);
    Scenario.Layout layout =
        random.nextBoolean() ? Scenario.Layout.RANDOM : Scenario.Layout.BALANCED;
    boolean online = random.nextInt(4) > 0;
    Map<String, Object> proteus =
        Map.of(
            "nodes", Map.of("min", random.nextInt(1, nodes + 1), "max", nodes + random.nextInt(6)),
            "guards", Map.of("cooldown", random.nextInt(1, 10) + "m"),
            "monitor", Map.of("samples", random.nextInt(2, 7)),
            "splits", splits(seed));
    StoreBalancer balancer =
        random.nextInt(4) > 0
            ? null
            : new StoreBalancer(Duration.ofMinutes(random.nextInt(1, 10)), 0.2, true);
    return new Scenario(
        "random-" + seed,
        "by chance",
        LASTS,
        nodes,
        SimulatedStore.HBASE,
        hardware,
        MemorySplit.of(0.4, 0.25),
        ByteSize.parse("64KB"),
        layout,
        online,
        balancer,
        CloudModel.PAPERS,
        tenants,
        faults,
        Duration.ZERO,
        proteus);
  }

  /** Every second cluster splits what is a little hotter than the rest. */
  private static Map<String, Object> splits(long seed) {
    return seed % 2 == 0
        ? Map.of("policy", "off")
        : Map.of("policy", "on", "busyAbove", 0.2, "alone", 0.1, "rest", "10m");
  }

  private static Tenant tenant(String name, SplittableRandom random) {
    double[] shares = new double[5];
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = random.nextInt(3) == 0 ? 0 : random.nextDouble();
      sum += shares[i];
    }
    Operations operations =
        sum > 0
            ? new Operations(
                shares[0] / sum, shares[1] / sum, shares[2] / sum, shares[3] / sum, shares[4] / sum)
            : new Operations(1, 0, 0, 0, 0);
    int partitions = random.nextInt(1, 9);
    double[] weights = random.doubles(partitions, 0.1, 1).toArray();
    double all = 0;
    for (double weight : weights) {
      all += weight;
    }
    List<Double> even = new ArrayList<>();
    for (double weight : weights) {
      even.add(weight / all);
    }
    List<Load> load = new ArrayList<>();
    if (random.nextBoolean()) {
      load.add(new Load.Sinusoid(0.6, 0.4, Duration.ofMinutes(random.nextInt(20, 120))));
    }
    return new Tenant(
        name,
        operations,
        random.nextInt(1, 200),
        Duration.ofMillis(random.nextInt(0, 20)),
        random.nextBoolean() ? (double) random.nextInt(100, 20_000) : null,
        random.nextInt(10_000, 3_000_000),
        ByteSize.parse("1KB"),
        ByteSize.parse("1KB"),
        random.nextInt(1, 100),
        even,
        random.nextBoolean() ? 1 : 0.2,
        random.nextBoolean() ? 1 : 0.8,
        random.nextInt(4) == 0 ? Duration.ofMinutes(30) : null,
        List.of(),
        load,
        null,
        1,
        null,
        false);
  }

  private static Fault fault(SplittableRandom random) {
    Duration at = Duration.ofSeconds(random.nextInt(FAULTS_FROM_SECONDS, FAULTS_UNTIL_SECONDS));
    Duration lasts = Duration.ofSeconds(random.nextInt(10, LONGEST_FAULT_SECONDS));
    return Faults.drawn(at, lasts, random);
  }
}
