package io.proteus.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.result.RepeatResult;
import io.proteus.lab.result.TenantResult;
import io.proteus.workloads.run.LatencySummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTest {
  private static final LatencySummary LATENCY =
      new LatencySummary(1000, 1_500.5, 1_200, 4_000, 9_000, 20_000, 31_000);

  @Test
  void operationsThatFailedHaveColumnsOfTheirOwn() {
    String table =
        Demo.table(
            window(tenant("A", 100, Map.of()), tenant("B", 100, Map.of("read: timeout", 1200L))),
            window(tenant("A", 200, Map.of("write: refused", 3L)), tenant("B", 200, Map.of())));

    assertThat(rows(table))
        .contains(
            "tenant|before op/s|after op/s|ratio|p99 before|p99 after|failed before|failed after")
        .contains("A|100|200|2.00|9 ms|9 ms|0|3")
        .contains("B|100|200|2.00|9 ms|9 ms|1,200|0")
        .contains("all|200|400|2.00|||1,200|3");
    assertThat(table).endsWith("ratios: 2.00");
  }

  @Test
  void whereNoneFailedThereAreNone() {
    String table =
        Demo.table(window(tenant("A", 100, Map.of())), window(tenant("A", 50, Map.of())));

    assertThat(rows(table))
        .contains("A|100|50|0.50|9 ms|9 ms")
        .noneMatch(row -> row.contains("failed"));
  }

  /** Cells without the spaces around them. */
  private static List<String> rows(String table) {
    return table
        .lines()
        .filter(line -> line.startsWith("|"))
        .map(line -> line.substring(1, line.length() - 1).replaceAll(" *\\| *", "|").strip())
        .toList();
  }

  private static RepeatResult window(TenantResult... tenants) {
    return new RepeatResult(
        1, Instant.parse("2026-01-01T10:00:00Z"), 30, 0.5, List.of(tenants), List.of(), null);
  }

  private static TenantResult tenant(String name, double rate, Map<String, Long> failed) {
    return new TenantResult(name, rate, (long) rate * 30, failed, Map.of(), LATENCY, null);
  }
}
