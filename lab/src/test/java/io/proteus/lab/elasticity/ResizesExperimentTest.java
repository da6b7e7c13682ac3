package io.proteus.lab.elasticity;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.lab.result.Resize;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the experiment makes of its runs (TIR-8). */
class ResizesExperimentTest {
  private static final RushScript SCRIPT =
      new RushScript(
          RushedStore.CASSANDRA, Duration.ofSeconds(300), Duration.ofSeconds(150), 0.2, 900, 0.1);

  private static final Resize.Times GROWN = new Resize.Times(60, 40.0, null, null, 9.0, null);
  private static final Resize.Times SHRUNK = new Resize.Times(20, null, null, 12.0, null, 5.0);

  private static Resize resize(int before, int after) {
    return new Resize(
        Instant.EPOCH,
        before,
        after,
        "NODES_OVERLOADED",
        "all steps are over",
        after > before ? List.of(new Resize.Joining("cassandra-4", 0.1, 20, 15)) : List.of(),
        after > before ? GROWN : SHRUNK,
        new Resize.Work(0, 0, 0, 0),
        new Resize.Side(600, 20.0, 90.0, null, null, null, null, 0.9, 0.95),
        null);
  }

  private static ElasticityRun run(int atEnd) {
    return new ElasticityRun(
        "threshold",
        Where.REAL,
        300,
        (long) (SCRIPT.asked() / 2),
        2.0,
        0.4,
        5,
        atEnd,
        4,
        0,
        0L,
        null,
        List.of(),
        List.of(resize(5, 4), resize(3, 4)),
        List.of(),
        List.of());
  }

  private static Findings findings(int... atEnd) {
    ResizesExperiment experiment =
        new ResizesExperiment(
            new Outline("cassandra-resizes", "", null, List.of()),
            new ResizesExperiment.Told("nodes", "handed over, s", null, "cleaned up, s", ""),
            new StoreResizes(
                new ResizedCassandra(Path.of(".")), SCRIPT, Path.of("."), 1, line -> {}),
            List.of("threshold", "mdp"),
            atEnd.length);
    return experiment.findings(
        new Measurements<>(
            IntStream.range(0, atEnd.length)
                .mapToObj(one -> new Measurement<>("threshold", one + 1, run(atEnd[one])))
                .toList()));
  }

  @Test
  void theSameResizeOfAllRepeatsIsOneRowAndGrowthsComeFirst() {
    String resizes = ResultText.of(findings(3, 3).sections().get(0));

    assertThat(resizes).contains("handed over, s").contains("cleaned up, s");
    assertThat(resizes)
        .containsPattern("(?s)threshold +\\| 3 to 4 +\\| +2 .*threshold +\\| 5 to 4 +\\| +2 ");
  }

  @Test
  void whatIsAnsweredIsHeldAgainstWhatIsAskedFor() {
    assertThat(ResultText.of(findings(3).sections().get(1)))
        .containsPattern("threshold +\\| +0.50 ");
  }

  @Test
  void aRunThatKeepsItsNodesIsSaid() {
    assertThat(findings(3, 3).criteria()).allSatisfy(one -> assertThat(one.violations()).isEmpty());
    assertThat(findings(3, 5).criteria())
        .anySatisfy(one -> assertThat(one.violations()).isNotEmpty());
  }
}
