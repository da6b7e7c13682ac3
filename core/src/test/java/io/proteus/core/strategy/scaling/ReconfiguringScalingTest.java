package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.ioWait;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.INITIAL_RECONFIGURATION;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.OPPOSITE_RESIZE;
import static io.proteus.core.strategy.ReasonCode.RECONFIGURE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.memory;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static io.proteus.core.strategy.scaling.Answers.scaling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.Capability;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.scaling.ReconfiguringScaling.Reconfiguring;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconfiguringScalingTest {
  @Test
  void whereTheSizeIsRightConfigurationAndPlacementFollowTheUse() {
    Scaling answer = keeping(SIZE_FITS).decide(situation().nodes(3).build());

    assertThat(nodes(answer)).isEqualTo(3);
    assertThat(codes(answer)).containsExactly(RECONFIGURE, SIZE_FITS);
    assertThat(memory(answer).reconfigured()).isTrue();
  }

  @Test
  void anIdleClusterAtItsLowerBoundIsConfiguredByUse() {
    Scaling answer = shrinking(3).decide(situation().nodes(3).build());

    assertThat(nodes(answer)).isEqualTo(3);
    assertThat(codes(answer)).containsExactly(RECONFIGURE, AT_NODE_BOUND);
    assertThat(memory(answer).reconfigured()).isTrue();
  }

  @Test
  void anIdleClusterWithoutACloudIsConfiguredByUse() {
    Scaling answer = shrinking(1).decide(situation().nodes(3).without(Capability.RESIZE).build());

    assertThat(nodes(answer)).isEqualTo(3);
    assertThat(codes(answer)).containsExactly(RECONFIGURE, NOT_CAPABLE);
  }

  /** Always wants one node less. */
  private static ReconfiguringScaling shrinking(int least) {
    ScalingPolicy fewer =
        now ->
            new Scaling.Resize(
                now.topology().nodes().size() - 1, List.of(SHRINK.says("one less")), now.memory());
    return new ReconfiguringScaling(
        new LimitedScaling(fewer, Limits.within(new NodeBounds(least, 9))), Reconfiguring.usual());
  }

  @Test
  void whereAResizeIsPutOffNothingIsDone() {
    assertThat(codes(keeping(OPPOSITE_RESIZE).decide(situation().nodes(3).build())))
        .containsExactly(OPPOSITE_RESIZE);
  }

  @Test
  void theFirstTimeNodesAreConfiguredBeforeMoreAreBought() {
    Scaling answer = wanting(8).decide(situation().nodes(6).build());

    assertThat(nodes(answer)).isEqualTo(6);
    assertThat(codes(answer)).containsExactly(INITIAL_RECONFIGURATION);
    assertThat(reason(answer).setting()).isEqualTo("scaling.configureFirstBelow");
    assertThat(reason(answer).sentence())
        .asString()
        .isEqualTo("6 nodes are configured by use before they become 8 (wanted: busy)");
    assertThat(memory(answer).reconfigured()).isTrue();
  }

  @Test
  void afterwardsAResizeIsDoneAsItIsWanted() {
    Situation configured =
        situation().nodes(6).remembering(StrategyMemory.INITIAL.withReconfigured()).build();

    assertThat(nodes(wanting(8).decide(configured))).isEqualTo(8);
  }

  @Test
  void aLargeGrowthDoesNotWaitNorDoesAnyWhereNoneIsTo() {
    assertThat(nodes(wanting(9).decide(situation().nodes(6).build()))).isEqualTo(9);
    assertThat(
            nodes(
                new ReconfiguringScaling(resizing(7), new Reconfiguring(0, Ratio.of(0.6)))
                    .decide(situation().nodes(6).build())))
        .isEqualTo(7);
  }

  @Test
  void aRemovalDoesNotWait() {
    assertThat(nodes(wanting(5).decide(situation().nodes(6).build()))).isEqualTo(5);
  }

  @Test
  void whatTheBoundOfNodesAsksForDoesNotWait() {
    Situation two = situation().nodes(2).partition("p", reads(10), on("rs1")).build();
    Limits limits = Limits.within(new NodeBounds(3, 9));
    ScalingPolicy bounded = new LimitedScaling(keepingAll(HEALTHY), limits);

    assertThat(
            nodes(
                new ReconfiguringScaling(bounded, new Reconfiguring(2, Ratio.of(0.6))).decide(two)))
        .isEqualTo(3);
  }

  @Test
  void aGrowthThatWaitsIsNotRememberedAsOne() {
    ScalingPolicy limited = new LimitedScaling(resizing(7), Limits.within(new NodeBounds(1, 9)));

    Scaling answer =
        new ReconfiguringScaling(limited, Reconfiguring.usual())
            .decide(situation().nodes(6).build());

    assertThat(nodes(answer)).isEqualTo(6);
    assertThat(scaling(answer).resizes()).isEmpty();
  }

  @Test
  void onceConfiguredNothingFollowsTheUseWhileNoNodeIsBusy() {
    assertThat(codes(keeping(SIZE_FITS).decide(configured(0.6, 0)))).containsExactly(SIZE_FITS);
    assertThat(codes(keeping(SIZE_FITS).decide(configured(0.61, 0))))
        .containsExactly(RECONFIGURE, SIZE_FITS);
    assertThat(codes(keeping(SIZE_FITS).decide(configured(0.3, 0.4))))
        .as("one that waits for its disk is busy")
        .containsExactly(RECONFIGURE, SIZE_FITS);
  }

  private static Situation configured(double cpu, double ioWait) {
    return situation()
        .nodes(3, cpu(0.1))
        .node("rs2", cpu(cpu), ioWait(ioWait))
        .remembering(StrategyMemory.INITIAL.withReconfigured())
        .build();
  }

  @Test
  void whatNodesServedBeforeTheyWereConfiguredIsForgottenButNotTheLoad() {
    Season season = Season.unseen(Duration.ofHours(1), 24).with(NOW.minusSeconds(60), 900, 300);
    ScalingMemory seen =
        ScalingMemory.NONE
            .with(season)
            .with(new Measurement(NOW, 3, 900, 900, null, Ratio.of(0.7)));
    StrategyMemory before = StrategyMemory.INITIAL.with(seen);

    ScalingMemory after =
        scaling(keeping(SIZE_FITS).decide(situation().nodes(3).remembering(before).build()));
    ScalingMemory later =
        scaling(
            keeping(SIZE_FITS)
                .decide(situation().nodes(3).remembering(before.withReconfigured()).build()));

    assertThat(after.measurements()).isEmpty();
    assertThat(after.season()).isEqualTo(season.withoutCapacity());
    assertThat(season.withoutCapacity().capacity()).isZero();
    assertThat(season.withoutCapacity().slots()).isEqualTo(season.slots());
    assertThat(later).isEqualTo(seen);
  }

  @Test
  void aFactorThatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> new Reconfiguring(-1, Ratio.of(0.6)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("scaling.configureFirstBelow")
        .hasMessageContaining("-1");
  }

  private static ScalingPolicy resizing(int nodes) {
    return now -> new Scaling.Resize(nodes, List.of(GROW.says("busy")), now.memory());
  }

  private static ReconfiguringScaling wanting(int nodes) {
    return new ReconfiguringScaling(resizing(nodes), Reconfiguring.usual());
  }

  private static ScalingPolicy keepingAll(ReasonCode code) {
    return now -> new Scaling.Keep(code.says("because"), now.memory());
  }

  private static ReconfiguringScaling keeping(ReasonCode code) {
    return new ReconfiguringScaling(keepingAll(code), Reconfiguring.usual());
  }
}
