package io.proteus.core.history;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.NodeTrait.ioWait;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.fixture.NodeTrait;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HostMeansTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final NodeId RS1 = new NodeId("rs1");

  private History history = History.empty(6);

  private void see(int second, NodeTrait... traits) {
    Observation observation =
        situation().at(START.plusSeconds(second)).node("rs1", traits).build().latest();
    history = history.with(observation);
  }

  private NodeLoad smoothed(Duration length) {
    Situation now =
        Situation.of(
                START.plusSeconds(900), history, new Smoothing(0.5), null, StrategyMemory.INITIAL)
            .orElseThrow();
    return Objects.requireNonNull(now.averaged(length).loads().get(RS1));
  }

  private double cpu5() {
    return Objects.requireNonNull(smoothed(Duration.ofMinutes(5)).host().cpu()).value();
  }

  @Test
  void everyMomentOfTheLastMinutesWeighsTheSame() {
    for (int second = 0; second <= 600; second += 30) {
      see(second, cpu(second < 300 ? 1.0 : second < 450 ? 0.2 : 0.6));
    }

    // 300 to 600 s: 5 times 0.2 and 6 times 0.6, of which the window of 6 has the latter alone
    assertThat(cpu5()).isCloseTo((5 * 0.2 + 6 * 0.6) / 11, within(1e-9));
    assertThat(history.window()).hasSize(6);
  }

  @Test
  void whereLessWasSeenTheMeanIsOverThat() {
    see(0, cpu(0.2));
    see(30, cpu(0.4));

    assertThat(cpu5()).isCloseTo(0.3, within(1e-9));
    assertThat(history.cut().hosts().seen()).as("after an action").isEmpty();
  }

  @Test
  void whatAMomentDoesNotTellIsNotZero() {
    see(0, cpu(0.2), ioWait(0.1));
    see(30, cpuUnknown(), ioWait(0.3));

    assertThat(cpu5()).isCloseTo(0.2, within(1e-9));
    assertThat(Objects.requireNonNull(smoothed(Duration.ofMinutes(5)).host().ioWait()).value())
        .isCloseTo(0.2, within(1e-9));
  }

  @Test
  void noMoreIsKeptThanAMeanCanTake() {
    for (int second = 0; second < 3600; second += 30) {
      see(second, cpu(0.5));
    }

    assertThat(history.hosts().seen()).hasSize(31);
  }
}
