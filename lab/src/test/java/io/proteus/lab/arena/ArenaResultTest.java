package io.proteus.lab.arena;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Section;
import io.proteus.simulator.arena.Families;
import io.proteus.simulator.arena.Family;
import io.proteus.simulator.arena.Oracle;
import io.proteus.simulator.arena.Outcome;
import io.proteus.simulator.arena.Tally;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArenaResultTest {
  private static final Family STEADY = Families.ALL.get(0);

  private static Outcome outcome(String strategy, long seed, double missed, double harm) {
    Tally tally = new Tally(missed / 2, missed / 2, 12, 2, 1, 7, 3e9, seed == 2 ? 1 : 0);
    Oracle.Way oracle = new Oracle.Way(Collections.nCopies(18, 2), 0.01, 8);
    return new Outcome(
        STEADY, seed, "steady-" + seed, strategy, tally, harm, oracle, 1.5 + 10 * missed);
  }

  private final List<Outcome> outcomes =
      List.of(
          outcome("none", 1, 0.01, 0),
          outcome("met", 1, 0.05, 0.04),
          outcome("none", 2, 0.03, 0),
          outcome("met", 2, 0.03, 0));
  private final ArenaResult result = new ArenaResult(outcomes, 0.5);

  private String text(String title) {
    return result.sections().stream()
        .filter(section -> section.title().equals(title))
        .map(ResultText::of)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyFamilyHasItsTablesAfterThoseOfAll() {
    assertThat(result.sections())
        .extracting(Section::title)
        .containsExactly(
            "Targets",
            "All families",
            "Cost by family",
            "steady",
            "Where acting did most harm",
            "Every run");
    assertThat(text("All families"))
        .as("lost and late apart, medians, worst tenth and worst, node-hours and money")
        .containsPattern("met +\\| +2.00 % \\| +2.00 % \\| +4.00 % \\| +4.80 % \\| +5.00 %")
        .containsPattern("met +\\| +12.0 \\| +6.00 \\| +\\+50 %");
  }

  @Test
  void theTargetsAreToldBesideTheFigures() {
    assertThat(text("Targets"))
        .containsPattern("none +\\| +100.00 % \\| +0.00 % \\| +\\+50 % \\| +\\+50 % \\| 1 of 1")
        .containsPattern("met +\\| +50.00 % \\| +4.00 % \\| +\\+50 % \\| +\\+50 % \\| 0 of 1");
  }

  @Test
  void theBestOfAFamilyIsNamed() {
    assertThat(text("Cost by family")).containsPattern("steady \\| +1.70 \\| +1.90 \\| none");
  }

  @Test
  void theWorstIsNamedByItsScenario() {
    assertThat(text("Where acting did most harm")).contains("steady-1").doesNotContain("none");
  }

  @Test
  void everyRunIsALineWithLostAndLateApart() {
    assertThat(ArenaResult.line(outcome("met", 1, 0.05, 0.04)))
        .containsPattern("steady-1 +met +lost +2.50 % late +2.50 % harm +4.00 % .* GB +3.0$");
  }

  @Test
  void whatMustNeverHappenIsTold() {
    assertThat(result.incidents())
        .containsExactly("steady-2, none: 1 incidents", "steady-2, met: 1 incidents");
  }

  @Test
  void theWorstCasesAreDrawnOverTime() throws Exception {
    List<Outcome> worst = ArenaCurves.worst(outcomes, 1);

    assertThat(worst).as("most harm and most regret is the same").hasSize(1);
    Section section = ArenaCurves.section(worst.get(0));
    assertThat(section.title()).isEqualTo("steady-1, met");
    Chart.Curves operations = (Chart.Curves) section.charts().get(0);
    Chart.Curves nodes = (Chart.Curves) section.charts().get(1);
    assertThat(operations.curves())
        .extracting(Curve::name)
        .containsExactly("asked for", "met", "none");
    assertThat(nodes.curves()).extracting(Curve::name).containsExactly("oracle", "met", "none");
    assertThat(nodes.curves().get(0).values()).containsOnly(2.0);
  }
}
