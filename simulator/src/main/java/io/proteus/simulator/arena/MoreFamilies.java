package io.proteus.simulator.arena;

import static io.proteus.simulator.arena.Families.cluster;
import static io.proteus.simulator.arena.Families.crowdCurve;
import static io.proteus.simulator.arena.Families.mix;
import static io.proteus.simulator.arena.Families.tenant;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How scenarios of further families are drawn. */
final class MoreFamilies {
  private static final int OTHERS = 16;

  private MoreFamilies() {}

  static Drawn dayGrowth(SplittableRandom random) {
    String load = ", load: [{curve: ramp, from: 0s, until: 24h, start: 0.5, end: 3}]";
    return cluster(random, "24h", tenant(random, mix(random), load), nodes -> "");
  }

  /** Who is answered late asks less. */
  static Drawn closed(SplittableRandom random) {
    String tenant = tenant(random, mix(random), crowdCurve(random));
    return cluster(
        random,
        "4h",
        tenant.replaceFirst("clients: \\d+, " + Drawn.RATE, Drawn.CLIENTS),
        nodes -> "");
  }

  private static Drawn crowded(SplittableRandom random, String faults) {
    return cluster(
        random,
        "4h",
        tenant(random, mix(random), crowdCurve(random)),
        nodes -> "faults: [%s]".formatted(faults));
  }

  static Drawn cloud(SplittableRandom random) {
    String fault =
        List.of(
                "{fault: launches-slow, at: %dm, lasts: %dm, times: 4}",
                "{fault: launch-answers-lost, at: %dm, lasts: %dm}",
                "{fault: launches-stillborn, at: %dm, lasts: %dm}",
                "{fault: launches-unseen, at: %dm, lasts: %dm}",
                "{fault: cloud-errors, at: %dm, lasts: %dm, share: 0.5}")
            .get(random.nextInt(5));
    return crowded(random, fault.formatted(random.nextInt(30, 60), random.nextInt(30, 120)));
  }

  static Drawn metrics(SplittableRandom random) {
    String fault =
        List.of(
                "{fault: metrics-stale, at: %dm, lasts: %dm}",
                "{fault: metrics-lost, at: %dm, lasts: %dm, node: 0}",
                "{fault: store-errors, at: %dm, lasts: %dm, share: 0.3}",
                "{fault: counters-reset, at: %dm, partition: 0},"
                    + " {fault: counters-reset, at: %dm, partition: 1}")
            .get(random.nextInt(4));
    return crowded(random, fault.formatted(random.nextInt(30, 100), random.nextInt(10, 60)));
  }

  static Drawn halfSlow(SplittableRandom random) {
    double speed = random.nextDouble(0.3, 0.6);
    return cluster(
        random,
        "4h",
        tenant(random, mix(random), ""),
        nodes -> "faults: [%s]".formatted(slow(nodes / 2, speed)));
  }

  private static String slow(int nodes, double speed) {
    return IntStream.range(0, nodes)
        .mapToObj(
            node ->
                "{fault: slow-node, at: 0s, lasts: 4h, node: %d, speed: %.2f}"
                    .formatted(node, speed))
        .collect(Collectors.joining(", "));
  }

  static Drawn machines(SplittableRandom random) {
    return with(
        random,
        "hardware: "
            + List.of(
                    "{cores: 8, heap: 16GB, diskReadsPerSecond: 20000, diskBytesPerSecond:"
                        + " 500000000}",
                    "{cores: 4, heap: 8GB, diskReadsPerSecond: 3000}",
                    "{cores: 4, coreSpeed: 0.44, heap: 4GB, pageCacheShare: 1}",
                    "{cores: 0.22, heap: 896MB}")
                .get(random.nextInt(4)));
  }

  static Drawn balancer(SplittableRandom random) {
    return with(
        random,
        "balancer: {period: %dm, slop: 0.2, yields: %s}"
            .formatted(random.nextInt(3, 20), random.nextBoolean()));
  }

  private static Drawn with(SplittableRandom random, String line) {
    Drawn drawn =
        cluster(random, "4h", tenant(random, mix(random), crowdCurve(random)), nodes -> "");
    return new Drawn(line + System.lineSeparator() + drawn.text(), drawn.busy());
  }

  /** What the cluster can do is what the node of the hot key can do; more than that is asked. */
  static Drawn hotKey(SplittableRandom random) {
    double hot = Math.round(random.nextDouble(0.5, 0.85) * 100) / 100.0;
    String others = ", %.6f".formatted((1 - hot) / OTHERS).repeat(OTHERS);
    String tenant =
        "  - {name: t, operations: {%s}, clients: 400, %s, rows: 1000000, hotData: 0.001, hotRequests: 0.97, shares: [%.2f%s]}"
            .formatted(
                List.of("read: 1", "read: 0.9, update: 0.1").get(random.nextInt(2)),
                Drawn.RATE,
                hot,
                others);
    return new Drawn(
        cluster(random, "3h", tenant, nodes -> "").text(), random.nextDouble(1.1, 1.8));
  }
}
