package io.proteus.simulator.arena;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** The families of the arena. A new one is a line in {@link #ALL} and the text of its scenarios. */
public final class Families {
  /** Every family, in the order of tables. */
  public static final List<Family> ALL =
      List.of(
          Family.drawn("steady", "the load stays as it is", Families::steady),
          Family.drawn("growth", "the load grows by up to six times", Families::growth),
          Family.drawn("sawtooth", "the load rises and falls back, again and again", Families::saw),
          Family.drawn("flash-crowd", "suddenly several times the load", Families::crowd),
          Family.drawn("open-loop", "a crowd of users who do not wait", Families::openLoop),
          Family.drawn("nights", "a day with a quiet night", Families::nights),
          Family.drawn("class-turns", "a table that is read is written, and back", Families::turns),
          Family.drawn(
              "hot-spot", "the busiest partition is another after a while", Families::spot),
          Family.drawn("skew", "one partition has a large share of the load", Families::skew),
          Family.drawn("tenants", "several tables of different use", Families::tenants),
          Family.drawn(
              "data-grows", "rows are inserted until caches are too small", Families::data),
          Family.drawn("slow-machines", "some machines are slower than others", Families::slow),
          Family.drawn("machine-lost", "a machine is lost in a flash crowd", Families::lost),
          Family.drawn(
              "launches-fail", "the cloud refuses machines for a while", Families::refused),
          Family.drawn("metrics-lost", "metrics are missing for a while", Families::blind),
          Family.drawn("day-growth", "six times the load within a day", MoreFamilies::dayGrowth),
          Family.drawn("closed", "users who wait for each answer", MoreFamilies::closed),
          Family.drawn("cloud-faults", "machines come late or not at all", MoreFamilies::cloud),
          Family.drawn(
              "metrics-faults", "figures stand still or start anew", MoreFamilies::metrics),
          Family.drawn("half-slow", "half of the machines are slow", MoreFamilies::halfSlow),
          Family.drawn("machines", "machines of other sizes and disks", MoreFamilies::machines),
          Family.drawn("balancer", "the store's own balancer moves too", MoreFamilies::balancer),
          Family.drawn("hot-key", "one key is hotter than a node", MoreFamilies::hotKey),
          Family.drawn(
              "redis-crowd", "Redis: suddenly several times the load", RedisFamilies::crowd),
          Family.drawn("redis-nights", "Redis: a day with a quiet night", RedisFamilies::nights),
          Family.drawn(
              "redis-hot-slots",
              "Redis: slots are asked for by Zipf's law",
              RedisFamilies::hotSlots));

  /** Scenarios that others made up; they are not for tuning. */
  public static final Family KEPT =
      new Family("kept", "scenarios of others", KeptScenarios::scenario, KeptScenarios.count());

  private Families() {}

  /** A cluster that its load leaves some room, or none. */
  private static Drawn cluster(SplittableRandom random, String lasts, String tenants, String more) {
    return cluster(random, lasts, tenants, nodes -> more);
  }

  /**
   * The same where the rest depends on how large it is.
   *
   * @param more by the number of nodes
   */
  static Drawn cluster(
      SplittableRandom random, String lasts, String tenants, IntFunction<String> more) {
    int nodes = random.nextInt(3, 8);
    double busy = random.nextDouble(0.25, 0.65);
    String text =
        """
        lasts: %s
        nodes: %d
        layout: %s
        tenants:
        %s
        proteus:
          nodes: {min: 2, max: %d}
        %s
        """
            .formatted(
                lasts,
                nodes,
                random.nextInt(3) == 0 ? "random" : "balanced",
                tenants,
                3 * nodes,
                Drawn.later(more.apply(nodes)));
    return new Drawn(text, busy);
  }

  /** One table. What changes in time comes last. */
  static String tenant(SplittableRandom random, String operations, String later) {
    return "  - {name: t, operations: {%s}, clients: %d, %s, rows: %d, shares: %d%s}"
        .formatted(
            operations,
            random.nextInt(200, 900),
            Drawn.RATE,
            random.nextInt(3, 30) * 100_000,
            random.nextInt(12, 60),
            Drawn.later(later));
  }

  static String mix(SplittableRandom random) {
    return List.of(
            "read: 1",
            "read: 0.8, update: 0.2",
            "read: 0.5, update: 0.5",
            "update: 1",
            "read: 0.9, scan: 0.1")
        .get(random.nextInt(5));
  }

  private static Drawn steady(SplittableRandom random) {
    return cluster(random, "3h", tenant(random, mix(random), ""), "");
  }

  private static Drawn growth(SplittableRandom random) {
    String load =
        ", load: [{curve: ramp, from: %dm, until: %dm, start: 0.6, end: %.1f}]"
            .formatted(
                random.nextInt(10, 60), random.nextInt(90, 230), random.nextDouble(1.5, 3.6));
    return cluster(random, "4h", tenant(random, mix(random), load), "");
  }

  private static Drawn saw(SplittableRandom random) {
    int period = random.nextInt(25, 70);
    StringBuilder steps = new StringBuilder();
    for (int minute = period; minute < 240; minute += period) {
      for (int part = 1; part <= 4; part++) {
        steps.append(
            "{from: %dm, to: %.2f}, "
                .formatted(minute + (part - 1) * period / 4, 0.4 + 0.5 * part));
      }
    }
    String load =
        ", load: [{curve: steps, steps: [%s]}]".formatted(steps.substring(0, steps.length() - 2));
    return cluster(random, "4h", tenant(random, mix(random), load), "");
  }

  static String crowdCurve(SplittableRandom random) {
    return ", load: [{curve: flash-crowd, from: %dm, lasts: %dm, factor: %.1f}]"
        .formatted(random.nextInt(40, 100), random.nextInt(15, 90), random.nextDouble(1.8, 4.5));
  }

  private static Drawn crowd(SplittableRandom random) {
    return cluster(random, "4h", tenant(random, mix(random), crowdCurve(random)), "");
  }

  private static Drawn openLoop(SplittableRandom random) {
    String more = ", openLoop: {queue: 20000, timeout: 5s}" + crowdCurve(random);
    return cluster(random, "4h", tenant(random, mix(random), more), "");
  }

  private static Drawn nights(SplittableRandom random) {
    // in this order: which scenario a seed has is kept
    String load = nightsCurve(random);
    return cluster(random, "24h", tenant(random, mix(random), load), "");
  }

  static String nightsCurve(SplittableRandom random) {
    StringBuilder factors = new StringBuilder();
    double peak = random.nextDouble(1.0, 1.6);
    for (int hour = 0; hour < 24; hour += 2) {
      double day = Math.max(0, Math.sin(Math.PI * (hour - 6) / 16));
      factors.append("%.2f, ".formatted(0.15 + (peak - 0.15) * day * random.nextDouble(0.85, 1)));
    }
    return ", load: [{curve: daily, factors: [%s]}]"
        .formatted(factors.substring(0, factors.length() - 2));
  }

  private static Drawn turns(SplittableRandom random) {
    int span = random.nextInt(20, 80);
    StringBuilder read = new StringBuilder();
    StringBuilder written = new StringBuilder();
    for (int i = 0; i * span < 240; i++) {
      (i % 2 == 0 ? read : written)
          .append("{from: %dm, until: %dm}, ".formatted(i * span, (i + 1) * span));
    }
    String tenants =
        tenant(random, "read: 1", ", active: [%s]".formatted(read))
            + System.lineSeparator()
            + tenant(random, "update: 1", ", active: [%s]".formatted(written))
                .replace("name: t,", "name: u,");
    return cluster(random, "4h", tenants, "");
  }

  private static Drawn spot(SplittableRandom random) {
    String more = ", hotSpotMoves: %dm".formatted(random.nextInt(20, 90));
    return cluster(random, "4h", skewed(random, 0.2, 0.45) + Drawn.later(more) + "}", "");
  }

  private static Drawn skew(SplittableRandom random) {
    return cluster(random, "3h", skewed(random, 0.35, 0.8) + "}", "");
  }

  /** One partition has so much of the load, the others share the rest. */
  private static String skewed(SplittableRandom random, double least, double most) {
    double hot = Math.round(random.nextDouble(least, most) * 100) / 100.0;
    StringBuilder shares = new StringBuilder("%.2f".formatted(hot));
    int others = 20;
    for (int i = 0; i < others; i++) {
      shares.append(", %.6f".formatted((1 - hot) / others));
    }
    return "  - {name: t, operations: {%s}, clients: 400, %s, rows: 1000000, shares: [%s]"
        .formatted(mix(random), Drawn.RATE, shares);
  }

  private static Drawn tenants(SplittableRandom random) {
    String load =
        ", load: [{curve: sinusoid, mean: 0.4, amplitude: %.2f, period: %dm}]"
            .formatted(random.nextDouble(0.05, 0.3), random.nextInt(60, 200));
    String tenants =
        String.join(
            System.lineSeparator(),
            tenant(random, "read: 1", load),
            tenant(random, "update: 1", load).replace("name: t,", "name: u,"),
            tenant(random, "read: 0.5, scan: 0.5", "").replace("name: t,", "name: v,"));
    return cluster(random, "4h", tenants, "");
  }

  private static Drawn data(SplittableRandom random) {
    String tenants =
        "  - {name: t, operations: {read: 0.7, insert: 0.3}, clients: 400, %s, rows: %d, rowSize: %dKB, shares: 24}"
            .formatted(Drawn.RATE, random.nextInt(1, 8) * 100_000, random.nextInt(1, 4));
    return cluster(random, "4h", tenants, "");
  }

  private static Drawn slow(SplittableRandom random) {
    double speed = random.nextDouble(0.3, 0.6);
    return cluster(
        random,
        "4h",
        tenant(random, mix(random), ""),
        """
        faults:
          - {fault: slow-node, at: 0s, lasts: 4h, node: 0, speed: %.2f}
          - {fault: slow-node, at: 0s, lasts: 4h, node: 1, speed: %.2f}
        """
            .formatted(speed, speed));
  }

  private static Drawn lost(SplittableRandom random) {
    return cluster(
        random,
        "4h",
        tenant(random, mix(random), crowdCurve(random)),
        "faults: [{fault: machine-lost, at: %dm, node: 1}]".formatted(random.nextInt(30, 140)));
  }

  private static Drawn refused(SplittableRandom random) {
    return cluster(
        random,
        "4h",
        tenant(random, mix(random), crowdCurve(random)),
        "faults: [{fault: launches-fail, at: %dm, lasts: %dm}]"
            .formatted(random.nextInt(30, 60), random.nextInt(20, 90)));
  }

  private static Drawn blind(SplittableRandom random) {
    return cluster(
        random,
        "4h",
        tenant(random, mix(random), crowdCurve(random)),
        "faults: [{fault: metrics-lost, at: %dm, lasts: %dm}]"
            .formatted(random.nextInt(30, 100), random.nextInt(10, 60)));
  }
}
