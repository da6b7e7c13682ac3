package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.NodeTrait.ioWait;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import org.junit.jupiter.api.Test;

class TargetTrackingTest {
  private final TargetTracking sixty = tracking(CpuOf.MEAN, null);

  @Test
  void itGrowsAtOnceToWhatBringsTheCpuToItsTarget() {
    Scaling answer = sixty.decide(situation().nodes(4, cpu(0.9)).build());

    assertThat(nodes(answer)).isEqualTo(6);
    assertThat(codes(answer)).containsExactly(NODES_OVERLOADED, GROW);
  }

  @Test
  void itShrinksAtOnceToWhatLeavesTheMargin() {
    assertThat(nodes(sixty.decide(situation().nodes(10, cpu(0.15)).build()))).isEqualTo(3);
  }

  @Test
  void atTheEdgeOfTwoSizesItStays() {
    assertThat(codes(sixty.decide(situation().nodes(5, cpu(0.6)).build())))
        .containsExactly(SIZE_FITS);
    assertThat(codes(sixty.decide(situation().nodes(6, cpu(0.495)).build())))
        .as("5 nodes would be at 59 %")
        .containsExactly(SIZE_FITS);
  }

  @Test
  void theHottestNodeDecidesWhereItIsAsked() {
    var skewed = situation().nodes(4, cpu(0.3)).node("rs2", cpu(0.9)).build();

    assertThat(codes(sixty.decide(skewed))).containsExactly(SIZE_FITS);
    assertThat(nodes(tracking(CpuOf.HOTTEST, null).decide(skewed))).isEqualTo(6);
    assertThat(reason(tracking(CpuOf.HOTTEST, null).decide(skewed)).sentence())
        .asString()
        .isEqualTo("rs2 is at 90 % CPU with I/O wait, and the target is 60 %");
  }

  @Test
  void noNodeHoldsMoreThanItMay() {
    var full =
        situation()
            .nodes(2, cpu(0.1))
            .partition("a", megabytes(5 * 1024), on("rs1"))
            .partition("b", megabytes(5 * 1024), on("rs2"));

    Scaling answer = tracking(CpuOf.MEAN, ByteSize.ofMegabytes(2 * 1024)).decide(full.build());

    assertThat(nodes(answer)).isEqualTo(5);
    assertThat(reason(answer).setting()).isEqualTo("target.storagePerNode");
    assertThat(reason(answer).sentence())
        .asString()
        .isEqualTo("10 GB are stored, and a node may hold 2 GB");
  }

  /** A simulated cluster that had shrunk until its caches missed stayed small: its CPU was idle. */
  @Test
  void nodesThatWaitForTheirDisksAreBusyHoweverIdleTheirCpu() {
    assertThat(nodes(sixty.decide(situation().nodes(4, cpu(0.1), ioWait(0.8)).build())))
        .isEqualTo(6);
  }

  @Test
  void withoutTheCpuItHolds() {
    assertThat(codes(sixty.decide(situation().nodes(2, cpuUnknown()).build())))
        .containsExactly(METRICS_INCOMPLETE);
  }

  private static TargetTracking tracking(
      CpuOf cpuOf, @org.jspecify.annotations.Nullable ByteSize storage) {
    return new TargetTracking(Ratio.of(0.6), storage, Ratio.of(0.1), cpuOf);
  }
}
