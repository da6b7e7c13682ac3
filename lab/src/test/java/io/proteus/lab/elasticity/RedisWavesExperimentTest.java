package io.proteus.lab.elasticity;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.elasticity.RedisWavesExperiment.Found;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the experiment makes of its runs (MDP-7). */
class RedisWavesExperimentTest {
  private static final RedisWaveScript SCRIPT =
      new RedisWaveScript(Duration.ofMinutes(6), Duration.ofMinutes(6), 0.03, 4500, 3500);

  /** At the height of the wave half is answered; at its bottom all. */
  private static ElasticityRun run(Where where, List<String> incidents) {
    return new ElasticityRun(
        "mdp",
        where,
        360,
        4500 * 360 * 0.75,
        2.0,
        0.4,
        6,
        2,
        5,
        1,
        0L,
        null,
        List.of(new Point(90, 4000, 2.0, 6, null), new Point(270, 1000, 2.0, 2, null)),
        List.of(),
        List.of(),
        incidents);
  }

  private static Findings findings(List<String> incidents) {
    RedisWavesExperiment experiment =
        new RedisWavesExperiment(
            new Outline("redis-waves", "", null, List.of()),
            SCRIPT,
            new StoreResizes(new ResizedRedis(), SCRIPT, Path.of("."), 1, line -> {}),
            List.of("mdp:cost", "mdp:throughput"),
            1);
    return experiment.findings(
        new Measurements<>(
            List.of(
                new Measurement<>(
                    "mdp:cost",
                    1,
                    new Found(run(Where.REAL, List.of()), run(Where.SIMULATED, incidents))))));
  }

  @Test
  void eachPolicyThatWasPlayedIsToldInBothWorlds() {
    String policies = ResultText.of(findings(List.of()).sections().get(0));

    assertThat(policies)
        .containsPattern("mdp:cost +\\| real +\\| +0.40 \\| +0.75 \\| +50.00 % \\| +2 \\| +6 ")
        .containsPattern("mdp:cost +\\| simulated +\\|")
        .doesNotContain("mdp:throughput");
  }

  @Test
  void whatMustNotHappenInTheSimulatorIsSaid() {
    assertThat(findings(List.of("seed 1: a shard went")).criteria())
        .anySatisfy(one -> assertThat(one.violations()).contains("seed 1: a shard went"));
  }
}
