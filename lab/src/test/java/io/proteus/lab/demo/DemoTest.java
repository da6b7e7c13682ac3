package io.proteus.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.convergence.SampleExperiment;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.stage.Windows.Measured;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.run.WindowResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTest {
  @Test
  void operationsThatFailedHaveColumnsOfTheirOwn() {
    String table =
        text(
            window(tenant("A", 100, Map.of()), tenant("B", 100, Map.of("read: timeout", 1200L))),
            window(tenant("A", 200, Map.of("write: refused", 3L)), tenant("B", 200, Map.of())));

    assertThat(rows(table))
        .contains(
            "tenant|before op/s|after op/s|ratio|p99 before, ms|p99 after, ms|failed before|failed"
                + " after")
        .contains("A|100|200|2.00|9|9|0|3")
        .contains("B|100|200|2.00|9|9|1,200|0")
        .contains("all|200|400|2.00|-|-|1,200|3");
    assertThat(table).contains("Geometric mean of the uncapped tenants' ratios: 2.00");
  }

  @Test
  void whereNoneFailedThereAreNone() {
    String table = text(window(tenant("A", 100, Map.of())), window(tenant("A", 50, Map.of())));

    assertThat(rows(table)).contains("A|100|50|0.50|9|9").noneMatch(row -> row.contains("failed"));
  }

  /** Cells without the spaces around them. */
  private static List<String> rows(String table) {
    return table
        .lines()
        .filter(line -> line.startsWith("|"))
        .map(line -> line.substring(1, line.length() - 1).replaceAll(" *\\| *", "|").strip())
        .toList();
  }

  private static String text(Measured before, Measured after) {
    return ResultText.of(Demo.comparison(before, after));
  }

  private static Measured window(TenantWindow... tenants) {
    return new Measured(
        new WindowResult(Instant.EPOCH, Duration.ofSeconds(30), List.of(tenants), 0.5),
        List.of(),
        null);
  }

  private static TenantWindow tenant(String name, double rate, Map<String, Long> failed) {
    return SampleExperiment.tenant(name, rate, failed, false);
  }
}
