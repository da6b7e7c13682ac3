package io.proteus.controller.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Monitor;
import io.proteus.controller.execution.Rig;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How much the load changes by itself is learned while no plan runs, and kept. */
class QuietSpansTest {
  private static final Duration COOLDOWN = Duration.ofMinutes(5);
  private static final int CYCLES_OF_A_COOLDOWN = 10;
  private static final double LN_2_SQUARED = Math.log(2) * Math.log(2);

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));
  private final Monitor monitor = rig.monitor();
  private final QuietSpans spans = new QuietSpans(Rig.PERIOD);
  private Calibration known = Calibration.NONE;

  private void watch(int cycles, @Nullable Instant lastAction) throws Exception {
    for (int cycle = 0; cycle < cycles; cycle++) {
      monitor.observe();
      known =
          monitor
              .situation(lastAction, StrategyMemory.INITIAL.with(known))
              .map(now -> spans.learn(now, COOLDOWN))
              .orElse(known);
      rig.clock.advance(Rig.PERIOD);
    }
  }

  private void halve() {
    Map.copyOf(rig.cluster.rates())
        .forEach(
            (partition, rates) -> rig.cluster.rate(partition, RequestRates.NONE.blend(0.5, rates)));
  }

  @Test
  void aLoadThatStaysAsItIsChangesByNothing() throws Exception {
    watch(3 + CYCLES_OF_A_COOLDOWN, null);

    assertThat(known.quietOfThroughput().plans()).isEqualTo(1);
    assertThat(known.quietOfThroughput().changes()).isCloseTo(0, within(1e-6));
  }

  @Test
  void aLoadThatHalvesByItselfIsRemembered() throws Exception {
    watch(3, null);
    halve();
    watch(CYCLES_OF_A_COOLDOWN, null);

    assertThat(known.quietOfThroughput().changes()).isCloseTo(LN_2_SQUARED, within(0.01));
  }

  @Test
  void whatChangesAcrossAPlanIsNotTheLoadsOwn() throws Exception {
    watch(CYCLES_OF_A_COOLDOWN, null);
    halve();
    watch(CYCLES_OF_A_COOLDOWN, rig.clock.instant());

    assertThat(known.quietOfThroughput()).isEqualTo(Evidence.NONE);
  }

  @Test
  void aTimeInWhichNobodyLookedTellsNothing() throws Exception {
    watch(3, null);
    halve();
    rig.clock.advance(COOLDOWN.multipliedBy(3));
    watch(CYCLES_OF_A_COOLDOWN, null);

    assertThat(known.quietOfThroughput()).isEqualTo(Evidence.NONE);
  }

  /** The loop of a daemon that may not act learns it, too, and the next process knows it. */
  @Test
  void theLoopKeepsItInTheJournal() throws Exception {
    ControlLoop loop =
        ControlLoop.watching(rig.monitor(), Rig.MET, rig.journal, rig.time, Rig.PERIOD);
    rig.cycles(loop, 30);

    assertThat(rig.journal.memory().calibration().quietOfThroughput().plans()).isEqualTo(1);
  }
}
