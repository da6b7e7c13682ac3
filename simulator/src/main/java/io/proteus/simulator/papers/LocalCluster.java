package io.proteus.simulator.papers;

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
 * @param handBalanced (b), operations a second
 * @param heterogeneous (c), hand-made
 * @param met (e), what Proteus decides with its defaults, measured as the others are
 * @param scansHandBalanced E's in (b)
 * @param scansHeterogeneous E's in (c)
 * @param fitted whether the speed of a core was fitted to (b)
 */
record LocalCluster(
    int rows,
    double handBalanced,
    double heterogeneous,
    double met,
    double scansHandBalanced,
    double scansHeterogeneous,
    boolean fitted) {
  private static final int OF_LOG = 10;

  /** Second run, repeat 2; third run. */
  static final List<LocalCluster> MEASURED =
      List.of(
          new LocalCluster(367_000, 2767, 6530, 4259, 533, 833, true),
          new LocalCluster(270_000, 4904, 7914, 6994, 1153, 1293, false));

  String name() {
    return String.format(Locale.ROOT, "local cluster, %,d rows", rows);
  }

  Scenario scenario() {
    return ScenarioFile.parse(
        "local cluster", String.format(Locale.ROOT, resource(), rows, rows / OF_LOG));
  }

  private static String resource() {
    try (InputStream in = LocalCluster.class.getResourceAsStream("local-cluster.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the scenario is part of the program", e);
    }
  }
}
