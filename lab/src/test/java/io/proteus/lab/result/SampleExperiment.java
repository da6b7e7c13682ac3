package io.proteus.lab.result;

import io.proteus.lab.result.Reconfiguration.Event;
import io.proteus.lab.result.Reconfiguration.EventKind;
import io.proteus.lab.result.Reconfiguration.Sample;
import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.OperationType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An invented result with known figures. */
public final class SampleExperiment {
  public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
  static final Instant DECISION = START.plusSeconds(60);
  static final List<String> TENANTS = List.of("A", "B", "C", "D", "E", "F");

  private SampleExperiment() {}

  /** Two sizes; under {@code proteus} every uncapped tenant gets twice what it gets else. */
  public static ExperimentResult result() {
    return new ExperimentResult(
        ExperimentResult.SCHEMA,
        "met-convergence",
        START,
        START.plusSeconds(1_800),
        new Environment(
            "0.1.0", "HBase 2.6.4", "17.0.15", "Linux", 2, 24L << 30, 5, 768L << 20, 0.22),
        new Parameters(2, 30, 60, 1000, 7),
        "hand-balanced",
        MetTenants.all().stream().map(TenantDescription::of).toList(),
        List.of(size(270_000), size(878_000)));
  }

  static DataSizeResult size(int rows) {
    return new DataSizeResult(
        rows,
        rows * 1000L,
        List.of(
            arrangement("hand-balanced", "Hand-balanced, one configuration", 1, null),
            arrangement("proteus", "Proteus, started on random placement", 2, reconfiguration())),
        List.of(new IntegrityCheck("proteus, repeat 2", 1_512_300, 0, 0, List.of())));
  }

  static ArrangementResult arrangement(
      String id, String title, double factor, @Nullable Reconfiguration reconfiguration) {
    return new ArrangementResult(
        id,
        title,
        "Invented for a test.",
        List.of(
            repeat(1, tenants(1000 * factor), reconfiguration),
            repeat(2, tenants(1100 * factor), reconfiguration)));
  }

  static RepeatResult repeat(
      int number, List<TenantResult> tenants, @Nullable Reconfiguration reconfiguration) {
    return new RepeatResult(
        number,
        START.plusSeconds(120L * number),
        60.01,
        0.61,
        tenants,
        List.of(
            new ServerResult("rs1", "read", 0.55, 0.10, 4, 0.97, 0.21),
            new ServerResult("rs2", "write", 0.10, 0.55, 5, null, null)),
        reconfiguration);
  }

  /** Tenant A gets {@code first}, each next one 100 less; D is capped and gets 1,500. */
  static List<TenantResult> tenants(double first) {
    var list = new ArrayList<TenantResult>();
    for (String name : TENANTS) {
      double rate = name.equals("D") ? 1500 : first * (1 - 0.1 * list.size());
      var latency = new LatencySummary((long) rate, 1_500.5, 1_200, 4_000, 9_000, 20_000, 31_000);
      list.add(
          new TenantResult(
              name,
              rate,
              (long) (rate * 60),
              Map.of(),
              Map.of(OperationType.READ, latency),
              latency,
              name.equals("D") ? latency : null));
    }
    return list;
  }

  /** A minute at 6,000; three seconds at 3,000, a minute's climb to 12,000, and another minute. */
  static Reconfiguration reconfiguration() {
    var samples = new ArrayList<Sample>();
    for (int second = 1; second <= 180; second++) {
      int since = second - 60;
      double total = since <= 0 ? 6000 : since <= 3 ? 3000 : Math.min(12_000, 6000 + since * 150);
      Map<String, Double> rates = new LinkedHashMap<>();
      TENANTS.forEach(name -> rates.put(name, total / TENANTS.size()));
      samples.add(new Sample(START.plusSeconds(second), rates, 0));
    }
    return new Reconfiguration(
        List.of(
            new Event(DECISION, EventKind.DECISION, "Partitions are grouped by use"),
            new Event(DECISION.plusSeconds(10), EventKind.STEP, "Moved tenant_c to rs1"),
            new Event(DECISION.plusSeconds(50), EventKind.DONE, "The cluster is as planned")),
        samples);
  }
}
