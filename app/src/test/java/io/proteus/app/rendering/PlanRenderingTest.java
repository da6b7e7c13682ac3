package io.proteus.app.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Observation;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.testkit.ManualClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanRenderingTest {
  private final ManualClock clock = ManualClock.start();

  @Test
  void saysWhatEachServerBecomesAtWhichPriceAndInWhichSteps() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);

    Golden.assertMatches("plan.txt", rendering(50).render(Scenes.plan(), seen.topology()));
  }

  @Test
  void aLongPlanShowsItsFirstStepsAndHowToSeeTheRest() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);

    assertThat(rendering(1).render(Scenes.plan(), seen.topology())).contains("more: --steps");
  }

  @Test
  void holdingNamesTheSettingThatWouldChangeIt() {
    assertThat(
            rendering(1)
                .held(
                    List.of(
                        ReasonCode.COOLDOWN.because(
                            "guards.cooldown", "2 nodes were restarted %d s ago", 20))))
        .isEqualTo(
            """
            Nothing to do now.
              COOLDOWN: 2 RegionServers were restarted 20 s ago [guards.cooldown]
            """);
  }

  private static PlanRendering rendering(int steps) {
    return new PlanRendering(Vocabulary.HBASE, 140, steps, Paint.NONE);
  }
}
