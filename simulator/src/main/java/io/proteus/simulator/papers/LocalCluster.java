package io.proteus.simulator.papers;

import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * MeT's convergence experiment as it was measured on the real local cluster ({@code
 * docs/experiments.md}), to hold the simulator against. Of two or more repeats, those that are said
 * there to count; (a) depends on its luck and was measured seldom.
 *
 * @param rows of a tenant; D has a tenth
 * @param heap of a server
 * @param handBalanced (b)
 * @param heterogeneous (c), hand-made
 * @param met (e), what Proteus decides with its defaults, measured as the others are
 * @param fitted whether the constants were fitted to (c)
 */
record LocalCluster(
    int rows, String heap, Rates handBalanced, Rates heterogeneous, Rates met, boolean fitted) {
  private static final int OF_LOG = 10;

  /** Second run, repeat 2; third run; fourth run. */
  static final List<LocalCluster> MEASURED =
      List.of(
          new LocalCluster(
              367_000,
              "768MB",
              new Rates(511, 504, 519, 298, 533, 403),
              new Rates(561, 730, 3611, 367, 833, 428),
              new Rates(590, 513, 1377, 256, 879, 644),
              true),
          new LocalCluster(
              270_000,
              "768MB",
              new Rates(707, 596, 1201, 589, 1153, 658),
              new Rates(705, 794, 4142, 403, 1293, 577),
              new Rates(1220, 849, 2174, 435, 1323, 993),
              false),
          new LocalCluster(
              600_000,
              "896MB",
              new Rates(652, 646, 467, 580, 271, 189),
              new Rates(558, 894, 1192, 455, 600, 454),
              new Rates(775, 847, 1048, 431, 563, 467),
              false));

  /** Operations a second, by tenant. */
  record Rates(double a, double b, double c, double d, double e, double f) {
    private static final int JUDGED = 5;

    /** Of the second half of a run. */
    static Rates settled(SimulationResult run) {
      return new Rates(
          settled(run, "A"),
          settled(run, "B"),
          settled(run, "C"),
          settled(run, "D"),
          settled(run, "E"),
          settled(run, "F"));
    }

    private static double settled(SimulationResult run, String tenant) {
      return run.points().stream()
          .filter(point -> point.at() > run.seconds() / 2)
          .mapToDouble(point -> point.throughput().getOrDefault(tenant, 0.0))
          .average()
          .orElse(0);
    }

    double total() {
      return a + b + c + d + e + f;
    }

    /** The geometric mean of the ratios of all tenants but D, whose rate is capped. */
    double over(Rates other) {
      double product = a / other.a * (b / other.b) * (c / other.c) * (e / other.e) * (f / other.f);
      return Math.pow(product, 1.0 / JUDGED);
    }
  }

  String name() {
    return String.format(Locale.ROOT, "local cluster, %,d rows", rows);
  }

  Scenario scenario() {
    return ScenarioFile.parse(
        "local cluster", String.format(Locale.ROOT, resource(), rows, rows / OF_LOG, heap));
  }

  private static String resource() {
    try (InputStream in = LocalCluster.class.getResourceAsStream("local-cluster.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the scenario is part of the program", e);
    }
  }
}
