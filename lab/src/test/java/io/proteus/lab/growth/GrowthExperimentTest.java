package io.proteus.lab.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Result;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the experiment makes of what it measures (TIR-8, TIR-10). */
class GrowthExperimentTest {
  private static final List<GrowthLoad> LOADS = List.of(GrowthLoad.READ, GrowthLoad.UPDATE);
  private static final List<GrowthPoint> POINTS =
      GrowthPoint.all(List.of(3, 6), LOADS, List.of(1000.0, 4000.0));

  @Test
  void theFirstSizeIsMeasuredOnceAndTheOthersBeforeAndAfterTheirDataHaveCome() {
    assertThat(POINTS).extracting(GrowthPoint::place).containsOnly("3", "6, requests only", "6");
    assertThat(POINTS).hasSize(3 * 2 * 2).doesNotHaveDuplicates();
    assertThat(POINTS.get(4)).isEqualTo(new GrowthPoint(6, false, GrowthLoad.READ, 1000.0));
  }

  /** Servers answer 500 reads a second each, and 1,500 updates in all; far data cost a tenth. */
  private static Result run(List<IntegrityCheck> found) throws Exception {
    List<Grown> growths = new ArrayList<>();
    List<IntegrityCheck> checks = new ArrayList<>();
    Bed<GrowthPoint, GrowthAnswer> bed =
        new Bed<>() {
          @Override
          public GrowthAnswer measure(Turn<GrowthPoint> turn) {
            GrowthPoint point = turn.of();
            if (point.servers() == 6 && growths.isEmpty()) {
              growths.add(new Grown(3, 6, 0.1, 3, 2, 18, 9, null, null));
            }
            if (point.servers() == 6 && point.isDataThere()) {
              growths.set(0, growths.get(0).withData(77, 1234));
            }
            double most =
                point.load() == GrowthLoad.READ
                    ? point.servers() * (point.isDataThere() ? 500 : 450)
                    : 1500;
            return new GrowthAnswer(Math.min(point.rate(), most), 5.0, 20.0, null, 0);
          }

          @Override
          public void endRound(Turn<GrowthPoint> last) {
            checks.addAll(found);
          }
        };
    return new ExperimentRunner(line -> {}, Instant.EPOCH, soFar -> {})
        .run(
            new GrowthExperiment(
                new Outline("growth", "", null, List.of()),
                POINTS,
                growths,
                checks,
                (taken, checked, progress) -> bed));
  }

  @Test
  void mostIsWhatSaturatesAndRatiosAreOverTheFirstSizeOfTheSameLoad() throws Exception {
    String most = ResultText.of(run(List.of()).sections().get(0));

    assertThat(most)
        .containsPattern("read +\\| 3 +\\| +1,500 \\| +- ")
        .containsPattern("read +\\| 6, requests only +\\| +2,700 \\| +1.80 ")
        .containsPattern("read +\\| 6 +\\| +3,000 \\| +2.00 ")
        .containsPattern("update +\\| 6 +\\| +1,500 \\| +1.00 ");
  }

  @Test
  void aGrowthIsToldWithItsPartsOnceItsDataHaveCome() throws Exception {
    Result result = run(List.of());

    assertThat(ResultText.of(result.sections().get(1))).contains("3 to 6", "77.0", "1,234");
    assertThat(ResultText.of(result.sections().get(2)))
        .containsPattern("read +\\| 3 +\\| +4,000 \\| +1,500 ");
  }

  @Test
  void aLostWriteIsSaid() throws Exception {
    IntegrityCheck lost = new IntegrityCheck("all sizes", 1000, 1, 0, List.of("row 7"));

    assertThat(run(List.of(lost)).criteria())
        .anySatisfy(one -> assertThat(one.violations()).isNotEmpty());
    assertThat(run(List.of()).criteria()).allSatisfy(one -> assertThat(one.violations()).isEmpty());
  }
}
