package io.proteus.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.Tuner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConclusionTest {
  private static final Map<String, String> CHANGED = Map.of("blockSize", "8192");
  private static final List<@Nullable Double> USUAL = List.of(1000.0, 1010.0, 990.0);
  private static final @Nullable Double FAILED = null;

  /** The defaults, the result and a policy, in turns. */
  private static List<Trial> compared(List<@Nullable Double> tuned, List<@Nullable Double> known) {
    List<Trial> trials = new ArrayList<>();
    for (int round = 0; round < USUAL.size(); round++) {
      trials.add(trial(trials.size(), Tuner.DEFAULTS, "65536", USUAL.get(round)));
      trials.add(trial(trials.size(), Tuner.RESULT, "8192", tuned.get(round)));
      trials.add(trial(trials.size(), "known", "16384", known.get(round)));
    }
    return trials;
  }

  private static Trial trial(int before, String side, String blockSize, @Nullable Double rate) {
    return new Trial(
        before + 1,
        Purpose.COMPARE,
        side,
        Map.of("blockSize", blockSize),
        rate,
        rate == null ? "rs1 died" : null,
        Instant.EPOCH,
        1);
  }

  private static Conclusion of(List<Trial> trials) {
    return Conclusion.of(true, trials, CHANGED.keySet(), CHANGED);
  }

  @Test
  void whatIsBetterAndNeverFailedIsWorthAPolicy() {
    Conclusion better =
        of(compared(List.of(2000.0, 2010.0, 1990.0), List.of(1200.0, 1210.0, 1190.0)));

    assertThat(better.worthAPolicy()).isTrue();
    assertThat(better.sentence()).contains("2.0").contains("the rate of known");
  }

  @Test
  void whatFailedInTheComparisonIsNotHoweverFastItWasOtherwise() {
    List<Trial> trials =
        compared(Arrays.asList(2000.0, FAILED, 1990.0), List.of(1200.0, 1210.0, 1190.0));

    Conclusion once = of(trials);

    assertThat(once.worthAPolicy()).isFalse();
    assertThat(once.sentence())
        .contains("{blockSize=8192}, failed in 1 of 3 comparisons: keep the defaults.")
        .contains("The default has 0.83");
    assertThat(
            ResultText.of(
                new TuningReport(
                        TuningResults.of(BenchWorkload.MIXED, CHANGED, once.sentence(), trials))
                    .sections()
                    .get(1)))
        .containsPattern("failed +\\|")
        .containsPattern("tuned .*1 of 3")
        .doesNotContain("0 of 3");
  }

  @Test
  void whatAlwaysFailedIsSaidToo() {
    Conclusion always =
        of(compared(Arrays.asList(FAILED, FAILED, FAILED), List.of(1200.0, 1210.0, 1190.0)));

    assertThat(always.worthAPolicy()).isFalse();
    assertThat(always.sentence()).contains("failed in 3 of 3 comparisons");
  }

  @Test
  void aPolicyThatFailedIsNotTheBestKnownBefore() {
    Conclusion better =
        of(compared(List.of(2000.0, 2010.0, 1990.0), Arrays.asList(FAILED, 3000.0, 3000.0)));

    assertThat(better.worthAPolicy()).isTrue();
    assertThat(better.sentence()).doesNotContain("known");
  }
}
