package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Rig;
import io.proteus.core.cluster.Observation;
import io.proteus.core.history.Smoothing;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MonitorTest {
  private static final int SAMPLES = 3;

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.3));

  @Test
  void afterAnOutageTheWindowFillsAnewFromWhatHappenedSince() throws PortException {
    Monitor monitor = filled(Rig.PERIOD);
    assertThat(situation(monitor).windowFull()).isTrue();
    rig.cluster.faults().refuseNext(Call.SAMPLE, 2);
    for (int i = 0; i < 2; i++) {
      rig.clock.advance(Duration.ofHours(1));
      assertThatThrownBy(monitor::observe).isInstanceOf(PortException.class);
    }
    rig.clock.advance(Rig.PERIOD);

    Observation back = monitor.observe();

    assertThat(back.span()).isEqualTo(Duration.ofHours(2).plus(Rig.PERIOD));
    assertThat(situation(monitor).samples()).isEqualTo(1);
    assertThat(situation(monitor).windowFull()).isFalse();
    assertThat(situation(monitor).latest()).isEqualTo(back);

    again(monitor, Rig.PERIOD, SAMPLES - 1);

    assertThat(situation(monitor).windowFull()).isTrue();
  }

  @Test
  void aSampleOrTwoThatAreMissingCutNothing() throws PortException {
    Monitor monitor = filled(Rig.PERIOD);

    again(monitor, Rig.PERIOD.multipliedBy(3), 1);

    assertThat(situation(monitor).windowFull()).isTrue();
  }

  @Test
  void whoLooksSeldomMayMissASampleToo() throws PortException {
    Monitor monitor = filled(Duration.ofMinutes(5));

    again(monitor, Duration.ofMinutes(15), 1);
    assertThat(situation(monitor).windowFull()).isTrue();

    again(monitor, Duration.ofMinutes(16), 1);
    assertThat(situation(monitor).samples()).isEqualTo(1);
  }

  /** New nodes take their time to start, and what they are to hold is decided then. */
  @Test
  void anActionWhoseSecondHalfIsToBeDecidedIsNoOutage() throws PortException {
    Monitor monitor = filled(Rig.PERIOD);
    rig.clock.advance(Duration.ofMinutes(10));
    monitor.stillCounts();

    monitor.observe();

    assertThat(situation(monitor).windowFull()).isTrue();
  }

  @Test
  void afterWhatWasForgottenAnOutageIsNoNews() throws PortException {
    Monitor monitor = filled(Rig.PERIOD);
    monitor.forget();
    rig.clock.advance(Duration.ofHours(1));
    monitor.observe();
    again(monitor, Rig.PERIOD, SAMPLES);

    assertThat(situation(monitor).windowFull()).isTrue();
  }

  private Monitor filled(Duration period) throws PortException {
    Monitor monitor =
        new Monitor(
            rig.cluster.ports(),
            rig.cluster.hosts(),
            new MonitorSettings(period, SAMPLES, new Smoothing(0.5)),
            rig.time);
    monitor.observe();
    again(monitor, period, SAMPLES);
    return monitor;
  }

  private void again(Monitor monitor, Duration apart, int times) throws PortException {
    for (int i = 0; i < times; i++) {
      rig.clock.advance(apart);
      monitor.observe();
    }
  }

  private static Situation situation(Monitor monitor) {
    return monitor.situation(null, StrategyMemory.INITIAL).orElseThrow();
  }
}
