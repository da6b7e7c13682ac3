package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.NodeTrait.ioWait;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** TIR-2. */
class ThresholdScalingTest {
  private final ThresholdScaling thresholds = ThresholdScaling.paper();

  @Test
  void oneHotNodeIsEnoughToGrowByOne() {
    Scaling answer =
        thresholds.decide(situation().node("rs1", cpu(0.41)).node("rs2", cpu(0.05)).build());

    assertThat(nodes(answer)).isEqualTo(3);
    assertThat(codes(answer)).containsExactly(NODES_OVERLOADED, GROW);
    assertThat(reason(answer).sentence())
        .asString()
        .isEqualTo("rs1 is at 41 % CPU, and more than 40 % is too busy");
  }

  @Test
  void onceEveryNodeIsAtTheLowerThresholdOneGoes() {
    Scaling answer = thresholds.decide(situation().nodes(4, cpu(0.15)).build());

    assertThat(nodes(answer)).isEqualTo(3);
    assertThat(codes(answer)).containsExactly(SHRINK);
  }

  @Test
  void oneNodeAboveTheLowerThresholdKeepsThemAll() {
    Scaling answer =
        thresholds.decide(situation().nodes(4, cpu(0.05)).node("rs3", cpu(0.16)).build());

    assertThat(codes(answer)).containsExactly(HEALTHY);
    assertThat(reason(answer).setting()).isEqualTo("threshold.growAbove");
  }

  @Test
  void exactlyAtTheUpperThresholdIsFine() {
    assertThat(codes(thresholds.decide(situation().nodes(2, cpu(0.40)).build())))
        .containsExactly(HEALTHY);
  }

  @Test
  void theLastNodeStays() {
    assertThat(codes(thresholds.decide(situation().node("rs1", cpu(0)).build())))
        .containsExactly(HEALTHY);
  }

  @Test
  void aNodeOfWhichTheCpuIsNotKnownHoldsWithItsName() {
    Scaling answer =
        thresholds.decide(situation().nodes(3, cpu(0.9)).node("rs2", cpuUnknown()).build());

    assertThat(reason(answer).code()).isEqualTo(METRICS_INCOMPLETE);
    assertThat(reason(answer).sentence()).asString().isEqualTo("the CPU of rs2 is not known");
  }

  @Test
  void waitingForTheDiskCountsOnlyWhereItIsAsked() {
    var waiting = situation().nodes(3, cpu(0.1)).node("rs2", ioWait(0.5)).build();
    var both = new ThresholdScaling(Ratio.of(0.4), Ratio.of(0.15), Ratio.of(0.3), null);

    assertThat(nodes(thresholds.decide(waiting))).isEqualTo(2);
    assertThat(nodes(both.decide(waiting))).isEqualTo(4);
    assertThat(reason(both.decide(waiting)).setting()).isEqualTo("threshold.ioWaitAbove");
  }

  @Test
  void aMeanOverMoreThanIsKeptIsRefused() {
    assertThatThrownBy(
            () -> new ThresholdScaling(Ratio.of(0.4), Ratio.of(0.15), null, Duration.ofMinutes(16)))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("threshold.average: want 15 min at most, got 960 s.");
  }

  @Test
  void thresholdsThatAreSwappedAreRefused() {
    assertThatThrownBy(() -> new ThresholdScaling(Ratio.of(0.15), Ratio.of(0.4), null, null))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("Maybe they are swapped");
  }
}
