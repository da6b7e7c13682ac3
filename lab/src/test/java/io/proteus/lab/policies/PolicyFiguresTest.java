package io.proteus.lab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.workloads.tenant.RowDistribution;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyFiguresTest {
  private static final Case UPDATE =
      new Case(
          BenchWorkload.WRITE_ONLY,
          RowDistribution.UNIFORM,
          "pcm-wo",
          Map.of("memstoreShare", "0.6"),
          Set.of("heap"),
          "update: 2.1");
  private static final Case READ =
      new Case(
          BenchWorkload.READ_ONLY,
          RowDistribution.LATEST,
          "pcm-ro",
          Map.of(),
          Set.of(),
          "read: 2.2");

  private static final PolicyFigures FIGURES =
      new PolicyFigures(
          "HBase",
          List.of(UPDATE, READ),
          new Measurements<>(
              List.of(
                  run(UPDATE, false, 1, 1000, 4000),
                  run(UPDATE, true, 1, 1500, 2000),
                  run(UPDATE, true, 2, 4000, 2000),
                  run(UPDATE, false, 2, 2000, 2000),
                  run(READ, false, 1, 1000, 4000))));

  @Test
  void ratiosAreOfTheSameRepeat() {
    assertThat(FIGURES.ratio(UPDATE)).isEqualTo(new Spread(1.75, 1.5, 2, 2));
    assertThat(FIGURES.p99Ratio(UPDATE)).isEqualTo(new Spread(0.75, 0.5, 1, 2));
  }

  @Test
  void aSideThatIsMissingIsNotMeasuredAndNotZero() {
    assertThat(FIGURES.ratio(READ)).isNull();
    assertThat(FIGURES.p99Ratio(READ)).isNull();
  }

  @Test
  void theTerminalHasTheRatiosBesideThePapersAndNoSingleWindows() {
    List<String> sections = FIGURES.sections().stream().map(ResultText::of).toList();

    assertThat(sections.get(0))
        .contains("1.75 (1.50 to 2.00)", "update: 2.1")
        .containsPattern("read-only, latest +\\| pcm-ro +\\| +-");
    assertThat(sections.subList(1, sections.size())).containsOnly("");
  }

  private static Measurement<Side, SettingsBench.Figures> run(
      Case of, boolean policy, int repeat, double perSecond, long p99Micros) {
    return new Measurement<>(
        new Side(of, policy), repeat, new SettingsBench.Figures(perSecond, p99Micros, 0));
  }
}
