package io.proteus.lab.arena;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Section;
import io.proteus.simulator.arena.Families;
import io.proteus.simulator.arena.Family;
import io.proteus.simulator.arena.Outcome;
import io.proteus.simulator.arena.Tally;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArenaResultTest {
  private static final Family STEADY = Families.ALL.get(0);

  private static Outcome outcome(String strategy, long seed, double missed, double harm) {
    Tally tally = new Tally(missed / 2, missed / 2, 12, 2, 1, 7, 3e9, seed == 2 ? 1 : 0);
    return new Outcome(STEADY, "steady-" + seed, strategy, tally, harm, 0.5);
  }

  private final ArenaResult result =
      new ArenaResult(
          List.of(
              outcome("none", 1, 0.01, 0),
              outcome("met", 1, 0.05, 0.04),
              outcome("none", 2, 0.03, 0),
              outcome("met", 2, 0.03, 0)));

  @Test
  void everyFamilyHasItsTableAfterThatOfAll() {
    assertThat(result.sections())
        .extracting(Section::title)
        .containsExactly("All families", "steady", "Where acting did most harm", "Every run");
    assertThat(ResultText.of(result.sections().get(0)))
        .contains("| none ", "2.00 %", "| met ", "4.00 %", "50.00 %", "+50 %");
  }

  @Test
  void theWorstIsNamedByItsScenario() {
    assertThat(ResultText.of(result.sections().get(2))).contains("steady-1").doesNotContain("none");
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
}
