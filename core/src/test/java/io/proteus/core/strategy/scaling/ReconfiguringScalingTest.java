package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.OPPOSITE_RESIZE;
import static io.proteus.core.strategy.ReasonCode.RECONFIGURE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.memory;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.strategy.ReasonCode;
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
        new LimitedScaling(fewer, Limits.within(new NodeBounds(least, 9))));
  }

  @Test
  void whereAResizeIsPutOffNothingIsDone() {
    assertThat(codes(keeping(OPPOSITE_RESIZE).decide(situation().nodes(3).build())))
        .containsExactly(OPPOSITE_RESIZE);
  }

  @Test
  void aResizeIsDoneAsItIsWanted() {
    ScalingPolicy growing =
        now -> new Scaling.Resize(4, List.of(GROW.says("one more")), now.memory());

    assertThat(nodes(new ReconfiguringScaling(growing).decide(situation().nodes(3).build())))
        .isEqualTo(4);
  }

  private static ReconfiguringScaling keeping(ReasonCode code) {
    return new ReconfiguringScaling(now -> new Scaling.Keep(code.says("because"), now.memory()));
  }
}
