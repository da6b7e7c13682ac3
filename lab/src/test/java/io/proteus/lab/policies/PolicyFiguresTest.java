package io.proteus.lab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.policies.PolicyFigures.Figures;
import io.proteus.lab.policies.PolicyFigures.Run;
import io.proteus.lab.report.ResultText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyFiguresTest {
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

  private static final PolicyFigures FIGURES =
      new PolicyFigures(
          List.of(UPDATE, READ),
          List.of(
              new Run("write-only", false, 1, 1000, 4000, 0),
              new Run("write-only", true, 1, 1500, 2000, 0),
              new Run("write-only", true, 2, 4000, 2000, 0),
              new Run("write-only", false, 2, 2000, 2000, 0),
              new Run("read-only", false, 1, 1000, 4000, 0)));

  @Test
  void ratiosAreOfTheSameRepeat() {
    Figures figures = FIGURES.figures(UPDATE).orElseThrow();

    assertThat(figures.ratio().min()).isEqualTo(1.5);
    assertThat(figures.ratio().max()).isEqualTo(2.0);
    assertThat(figures.p99Ratio().median()).isEqualTo(0.75);
  }

  @Test
  void aSideThatIsMissingIsNotMeasuredAndNotZero() {
    assertThat(FIGURES.figures(READ)).isEmpty();
  }

  @Test
  void theTerminalHasTheRatiosBesideThePapersAndNoSingleWindows() {
    List<String> sections = FIGURES.sections().stream().map(ResultText::of).toList();

    assertThat(sections.get(0))
        .contains("1.75 (1.50 to 2.00)", "update: 2.1")
        .containsPattern("read-only +\\| pcm-ro +\\| +-");
    assertThat(sections.subList(1, sections.size())).containsOnly("");
  }
}
