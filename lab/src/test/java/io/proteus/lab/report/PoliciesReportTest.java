package io.proteus.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.result.Environment;
import io.proteus.lab.result.PoliciesResult;
import io.proteus.lab.result.PoliciesResult.Case;
import io.proteus.lab.result.PoliciesResult.Figures;
import io.proteus.lab.result.PoliciesResult.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoliciesReportTest {
  private static final Case UPDATE =
      new Case(
          "write-only",
          "updates",
          "pcm-wo",
          Map.of("memstoreShare", "0.6"),
          Set.of("heap"),
          "update: 2.1");
  private static final Case READ =
      new Case("read-only", "reads", "pcm-ro", Map.of(), Set.of(), "read: 2.2");

  private static final PoliciesResult RESULT =
      new PoliciesResult(
          PoliciesResult.SCHEMA,
          Instant.EPOCH,
          Instant.EPOCH.plusSeconds(60),
          new Environment("1", "HBase 2.6.4", "17", "Linux", 2, 8L << 30, 2, 1L << 30, null),
          2,
          "windows of 10 s.",
          7,
          List.of(UPDATE, READ),
          List.of(
              new Run("write-only", false, 1, 1000, 4000, 0),
              new Run("write-only", true, 1, 1500, 2000, 0),
              new Run("write-only", true, 2, 4000, 2000, 0),
              new Run("write-only", false, 2, 2000, 2000, 0),
              new Run("read-only", false, 1, 1000, 4000, 0)),
          List.of("read-only, repeat 1, pcm-ro: rs1 died meanwhile"));

  @TempDir private Path folder;

  @Test
  void ratiosAreOfTheSameRepeat() {
    Figures figures = RESULT.figures(UPDATE).orElseThrow();

    assertThat(figures.ratio().min()).isEqualTo(1.5);
    assertThat(figures.ratio().max()).isEqualTo(2.0);
    assertThat(figures.p99Ratio().median()).isEqualTo(0.75);
  }

  @Test
  void aSideThatIsMissingIsNotMeasuredAndNotZero() {
    assertThat(RESULT.figures(READ)).isEmpty();
  }

  @Test
  void thePageHasTheRatiosBesideThePapersAndWhatFailed() throws Exception {
    String page = Files.readString(PoliciesReport.write(RESULT, folder));

    assertThat(page)
        .contains("1.75 (1.50 to 2.00)", "update: 2.1", "rs1 died meanwhile", "{memstoreShare")
        .contains("data:image/png;base64,");
  }
}
