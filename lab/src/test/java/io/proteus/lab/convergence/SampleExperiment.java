package io.proteus.lab.convergence;

import io.proteus.core.units.OperationsPerSecond;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.Reconfiguration.Event;
import io.proteus.lab.result.Reconfiguration.EventKind;
import io.proteus.lab.result.ServerResult;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.Windows.Measured;
import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.run.ThroughputSample;
import io.proteus.workloads.run.WindowResult;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.OperationType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Invented measurements with known figures. */
public final class SampleExperiment {
  public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
  private static final Instant DECISION = START.plusSeconds(60);
  private static final List<String> TENANTS = List.of("A", "B", "C", "D", "E", "F");

  private SampleExperiment() {}

  /** Under Proteus every uncapped tenant gets twice what it gets else. */
  static ConvergenceFigures figures(int... rows) {
    List<Measurement<Placed, Measured>> found = new ArrayList<>();
    List<DataSize> sizes = new ArrayList<>();
    for (int count : rows) {
      sizes.add(
          new DataSize(
              count,
              count * 1000L,
              List.of(new IntegrityCheck("repeat 2", 1_512_300, 0, 0, List.of()))));
      for (int repeat = 1; repeat <= 2; repeat++) {
        double first = 900 + 100 * repeat;
        found.add(
            new Measurement<>(
                new Placed(Arrangement.BALANCED, count), repeat, window(first, null)));
        found.add(
            new Measurement<>(
                new Placed(Arrangement.PROTEUS, count),
                repeat,
                window(2 * first, reconfiguration())));
      }
    }
    return new ConvergenceFigures(
        MetTenants.all(),
        List.of(Arrangement.BALANCED, Arrangement.PROTEUS),
        Arrangement.BALANCED,
        sizes,
        new Measurements<>(found));
  }

  /** Tenant A gets {@code first}, each next one 100 less; D is capped and gets 1,500. */
  private static Measured window(double first, @Nullable Reconfiguration reconfiguration) {
    List<TenantWindow> tenants = new ArrayList<>();
    for (String name : TENANTS) {
      double rate = name.equals("D") ? 1500 : first * (1 - 0.1 * tenants.size());
      tenants.add(tenant(name, rate, Map.of(), name.equals("D")));
    }
    return new Measured(
        new WindowResult(START, Duration.ofSeconds(60), tenants, 0.61),
        List.of(
            new ServerResult("rs1", "read", 0.55, 0.10, 4, 0.97, 0.21),
            new ServerResult("rs2", "write", 0.10, 0.55, 5, null, null)),
        reconfiguration);
  }

  /** One that completes its rate for 60 s, with a 99th percentile of 9 ms. */
  public static TenantWindow tenant(
      String name, double rate, Map<String, Long> failed, boolean capped) {
    LatencySummary latency =
        new LatencySummary((long) rate, 1_500.5, 1_200, 4_000, 9_000, 20_000, 31_000);
    return new TenantWindow(
        name,
        (long) (rate * 60),
        new OperationsPerSecond(rate),
        failed,
        Map.of(OperationType.READ, latency),
        Optional.of(latency),
        capped ? Optional.of(latency) : Optional.empty());
  }

  /** A minute at 6,000; three seconds at 3,000, a minute's climb to 12,000, and another minute. */
  public static Reconfiguration reconfiguration() {
    List<ThroughputSample> samples = new ArrayList<>();
    for (int second = 1; second <= 180; second++) {
      int since = second - 60;
      double total = since <= 0 ? 6000 : since <= 3 ? 3000 : Math.min(12_000, 6000 + since * 150);
      Map<String, Double> rates = new LinkedHashMap<>();
      TENANTS.forEach(name -> rates.put(name, total / TENANTS.size()));
      samples.add(new ThroughputSample(START.plusSeconds(second), rates, Map.of()));
    }
    return new Reconfiguration(
        List.of(
            new Event(DECISION, EventKind.DECISION, "Partitions are grouped by use"),
            new Event(DECISION.plusSeconds(10), EventKind.STEP, "Moved tenant_c to rs1"),
            new Event(DECISION.plusSeconds(50), EventKind.DONE, "The cluster is as planned")),
        samples);
  }
}
