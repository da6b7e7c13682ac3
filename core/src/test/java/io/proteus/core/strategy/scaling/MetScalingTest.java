package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.NodeTrait.ioWait;
import static io.proteus.core.fixture.NodeTrait.machineMemory;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.INITIAL_RECONFIGURATION;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.RECONFIGURE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.UNDERLOAD_NOT_CONFIRMED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.Capability;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MET-4, MET-5 (Algorithm 1), MET-13. */
class MetScalingTest {
  private static final StrategyMemory CONFIGURED = new StrategyMemory(true, 1, 0, 0);
  private final MetScaling met = withBounds(1, 100);

  @Test
  void whereAllNodesAreFineNothingIsDone() {
    Scaling answer = met.decide(situation().nodes(4, cpu(0.5)).build());

    assertThat(reason(answer).code()).isEqualTo(HEALTHY);
    assertThat(reason(answer).setting()).isEqualTo("met.cpuAbove");
    assertThat(reason(answer).sentence())
        .asString()
        .isEqualTo("no node is over 60 % CPU or 20 % I/O wait, and 0 of 4 are under 10 % CPU");
  }

  @Test
  void exactlyAtTheThresholdsIsFine() {
    assertThat(codes(met.decide(situation().nodes(4, cpu(0.6), ioWait(0.2)).build())))
        .containsExactly(HEALTHY);
    assertThat(codes(met.decide(situation().nodes(4, cpu(0.1)).build()))).containsExactly(HEALTHY);
  }

  @Test
  void theFirstTimeTheNodesAreConfiguredAsTheyAre() {
    Scaling answer = met.decide(situation().nodes(4, cpu(0.5)).node("rs1", cpu(0.7)).build());

    assertThat(nodes(answer)).isEqualTo(4);
    assertThat(codes(answer)).containsExactly(INITIAL_RECONFIGURATION);
    assertThat(memory(answer)).isEqualTo(CONFIGURED);
  }

  @Test
  void theFirstTimeAnIdleClusterIsConfiguredAndNotShrunk() {
    Scaling answer = met.decide(situation().nodes(4, cpu(0.01)).build());

    assertThat(nodes(answer)).isEqualTo(4);
    assertThat(codes(answer)).containsExactly(INITIAL_RECONFIGURATION);
  }

  @Test
  void theFirstTimeNodesAreAddedAtOnceWhereMostAreOverloaded() {
    SituationBuilder three =
        situation().nodes(3, cpu(0.9)).node("rs4", cpu(0.5)).node("rs5", cpu(0.5));

    Scaling answer = met.decide(three.build());

    assertThat(nodes(answer)).isEqualTo(6);
    assertThat(codes(answer)).containsExactly(NODES_OVERLOADED, GROW);
    assertThat(memory(answer)).isEqualTo(new StrategyMemory(true, 2, 0, 0));
  }

  @Test
  void halfTheNodesAreNotMoreThanHalf() {
    SituationBuilder half = situation().nodes(2, cpu(0.9)).node("rs3").node("rs4");

    assertThat(codes(met.decide(half.build()))).containsExactly(INITIAL_RECONFIGURATION);
  }

  @Test
  void waitingForTheDiskIsOverloadToo() {
    SituationBuilder waiting =
        situation().nodes(4, cpu(0.3)).node("rs2", ioWait(0.25)).remembering(CONFIGURED);

    Scaling answer = met.decide(waiting.build());

    assertThat(nodes(answer)).isEqualTo(5);
    assertThat(reasons(answer).get(0).sentence())
        .asString()
        .isEqualTo("1 of 4 nodes is over 60 % CPU or 20 % I/O wait: rs2");
  }

  @Test
  void memoryIsOverloadWhereItHasAThreshold() {
    SituationBuilder full =
        situation()
            .nodes(3, cpu(0.3), machineMemory(0.8))
            .node("rs2", cpu(0.3), machineMemory(0.96))
            .remembering(CONFIGURED);
    MetScaling byMemory =
        new MetScaling(
            met.cpuAbove(),
            met.ioWaitAbove(),
            Ratio.of(0.95),
            met.cpuBelow(),
            met.subOptimalNodes(),
            met.underloadDecisions(),
            new NodeBounds(1, 10));

    assertThat(nodes(byMemory.decide(full.build()))).isEqualTo(4);
    assertThat(reasons(byMemory.decide(full.build())).get(0).sentence())
        .asString()
        .isEqualTo("1 of 3 nodes is over 60 % CPU, 20 % I/O wait or 95 % memory: rs2");
    assertThat(codes(met.decide(full.build()))).as("without one").containsExactly(HEALTHY);
    assertThat(codes(byMemory.decide(situation().nodes(3, cpu(0.3)).build())))
        .as("nobody tells")
        .containsExactly(METRICS_INCOMPLETE);
  }

  @Test
  void whileTheOverloadLastsOneTwoFourAndEightNodesAreAdded() {
    List<Integer> sizes = new ArrayList<>();
    StrategyMemory memory = CONFIGURED;
    for (int nodes = 4, decision = 0; decision < 4; decision++) {
      Scaling answer =
          met.decide(situation().nodes(nodes).node("rs1", cpu(0.9)).remembering(memory).build());
      nodes = nodes(answer);
      memory = memory(answer);
      sizes.add(nodes);
    }

    assertThat(sizes).containsExactly(5, 7, 11, 19);
  }

  @Test
  void growthBeginsWithOneAgainAfterANodeWasRemovedAndOnlyThen() {
    StrategyMemory grown = new StrategyMemory(true, 8, 1, 0);

    Scaling healthy = met.decide(situation().nodes(4, cpu(0.3)).remembering(grown).build());
    Scaling shrunk = met.decide(situation().nodes(4, cpu(0.05)).remembering(grown).build());

    assertThat(memory(healthy).nodesToChange()).isEqualTo(8);
    assertThat(memory(shrunk).nodesToChange()).isEqualTo(1);
  }

  @Test
  void nodesAreRemovedOneByOneAfterTheSpareWasSeenTwiceInARow() {
    SituationBuilder spare = situation().nodes(4, cpu(0.05)).remembering(CONFIGURED);

    Scaling first = met.decide(spare.build());
    Scaling second = met.decide(spare.remembering(memory(first)).build());

    assertThat(codes(first)).containsExactly(UNDERLOAD_NOT_CONFIRMED);
    assertThat(reason(first).setting()).isEqualTo("met.underloadDecisions");
    assertThat(nodes(second)).isEqualTo(3);
    assertThat(codes(second)).containsExactly(SHRINK);
    assertThat(memory(second)).isEqualTo(CONFIGURED);
  }

  /** Section 6.4: a node goes as soon as two of five tenants do, however busy the others' are. */
  @Test
  void oneIdleNodeIsEnoughToShrinkWhereTheOthersCanDoWithout() {
    SituationBuilder oneIdle =
        situation()
            .nodes(8, cpu(0.5))
            .node("idle", cpu(0.02))
            .remembering(new StrategyMemory(true, 1, 1, 0));

    assertThat(nodes(met.decide(oneIdle.build()))).isEqualTo(8);
  }

  @Test
  void anIdleNodeStaysWhereTheHottestWouldBeOverloadedWithoutIt() {
    SituationBuilder needed =
        situation()
            .nodes(8, cpu(0.55))
            .node("idle", cpu(0.02))
            .remembering(new StrategyMemory(true, 1, 1, 0));

    Scaling answer = met.decide(needed.build());

    assertThat(codes(answer)).containsExactly(HEALTHY);
    assertThat(reason(answer).sentence())
        .asString()
        .endsWith("1 of 9 is under 10 % CPU, which the others need");
  }

  @Test
  void anIdleNodeStaysWhereNothingIsKnownOfAnother() {
    SituationBuilder unknown =
        situation()
            .nodes(8, cpu(0.2))
            .node("idle", cpu(0.02))
            .node("silent", cpuUnknown())
            .remembering(new StrategyMemory(true, 1, 1, 0));

    assertThat(codes(met.decide(unknown.build()))).containsExactly(HEALTHY);
  }

  @Test
  void aBusyMomentInBetweenStartsTheCountAnew() {
    Scaling once = met.decide(situation().nodes(4, cpu(0.05)).remembering(CONFIGURED).build());
    Scaling busy = met.decide(situation().nodes(4, cpu(0.3)).remembering(memory(once)).build());

    assertThat(memory(once).underloads()).isEqualTo(1);
    assertThat(memory(busy).underloads()).isZero();
  }

  @Test
  void oneOverloadedNodeForbidsToShrinkHoweverIdleTheOthersAre() {
    SituationBuilder mixed =
        situation().nodes(9, cpu(0.01)).node("rs1", cpu(0.9)).remembering(CONFIGURED);

    assertThat(nodes(met.decide(mixed.build()))).isEqualTo(10);
  }

  @Test
  void idleNodesDoNotCountAsOverloadedOnes() {
    SituationBuilder mixed = situation().nodes(9, cpu(0.01)).node("rs1", cpu(0.9));

    assertThat(codes(met.decide(mixed.build()))).containsExactly(INITIAL_RECONFIGURATION);
  }

  @Test
  void atTheUpperBoundTheClusterIsConfiguredAsItIs() {
    SituationBuilder hot = situation().nodes(4, cpu(0.9)).remembering(CONFIGURED);

    Scaling answer = withBounds(1, 4).decide(hot.build());

    assertThat(nodes(answer)).isEqualTo(4);
    assertThat(codes(answer)).containsExactly(NODES_OVERLOADED, AT_NODE_BOUND);
    assertThat(memory(answer).nodesToChange()).as("nothing was added").isEqualTo(1);
  }

  @Test
  void growthStopsAtTheUpperBound() {
    StrategyMemory eight = new StrategyMemory(true, 8, 0, 0);
    SituationBuilder hot = situation().nodes(4, cpu(0.9)).remembering(eight);

    assertThat(nodes(withBounds(1, 6).decide(hot.build()))).isEqualTo(6);
  }

  @Test
  void moreNodesThanTheBoundAreNotTakenAwayForItsSake() {
    SituationBuilder hot = situation().nodes(8, cpu(0.9)).remembering(CONFIGURED);

    assertThat(nodes(withBounds(1, 4).decide(hot.build()))).isEqualTo(8);
  }

  @Test
  void withoutAnUpperBoundNoNodeIsEverAdded() {
    SituationBuilder hot = situation().nodes(4, cpu(0.9)).remembering(CONFIGURED);

    assertThat(nodes(MetScaling.defaults().decide(hot.build()))).isEqualTo(4);
  }

  @Test
  void atTheLowerBoundNoNodeIsRemoved() {
    SituationBuilder idle =
        situation().nodes(3, cpu(0.05)).remembering(new StrategyMemory(true, 1, 5, 0));

    Scaling answer = withBounds(3, 10).decide(idle.build());

    assertThat(codes(answer)).containsExactly(AT_NODE_BOUND);
    assertThat(reason(answer).setting()).isEqualTo("nodes.min");
  }

  @Test
  void withoutACloudItSaysSoAndConfiguresOrKeepsWhatIsThere() {
    SituationBuilder hot =
        situation().nodes(4, cpu(0.9)).without(Capability.RESIZE).remembering(CONFIGURED);
    SituationBuilder idle =
        situation().nodes(4, cpu(0.05)).without(Capability.RESIZE).remembering(CONFIGURED);

    assertThat(nodes(met.decide(hot.build()))).isEqualTo(4);
    assertThat(codes(met.decide(hot.build()))).containsExactly(NODES_OVERLOADED, NOT_CAPABLE);
    assertThat(codes(met.decide(idle.build()))).containsExactly(NOT_CAPABLE);
  }

  @Test
  void askedRegardlessOfLoadItConfiguresWhatIsThere() {
    Scaling.Resize answer = met.unchanged(situation().nodes(4, cpu(0.9)).build());

    assertThat(answer.nodes()).isEqualTo(4);
    assertThat(codes(answer)).containsExactly(RECONFIGURE);
  }

  @Test
  void growthNeverRunsOutOfNumbers() {
    StrategyMemory huge = new StrategyMemory(true, 1 << 16, 0, 0);

    Scaling answer =
        withBounds(1, 1_000_000).decide(situation().nodes(2, cpu(0.9)).remembering(huge).build());

    assertThat(memory(answer).nodesToChange()).isEqualTo(1 << 16);
  }

  @Test
  void thresholdsThatAreSwappedAreRefused() {
    assertThatThrownBy(
            () ->
                new MetScaling(
                    Ratio.of(0.1),
                    Ratio.of(0.2),
                    Ratio.of(0.6),
                    Ratio.of(0.5),
                    2,
                    new NodeBounds(1, 0)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("Maybe they are swapped");
    assertThatThrownBy(() -> new NodeBounds(5, 3))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("got min=5 max=3. Maybe they are swapped.");
    assertThatThrownBy(() -> new NodeBounds(0, 3)).isInstanceOf(InvalidValue.class);
  }

  private static MetScaling withBounds(int min, int max) {
    MetScaling defaults = MetScaling.defaults();
    return new MetScaling(
        defaults.cpuAbove(),
        defaults.ioWaitAbove(),
        defaults.cpuBelow(),
        defaults.subOptimalNodes(),
        defaults.underloadDecisions(),
        new NodeBounds(min, max));
  }

  private static List<ReasonCode> codes(Scaling answer) {
    return reasons(answer).stream().map(Reason::code).toList();
  }

  private static Reason reason(Scaling answer) {
    return reasons(answer).get(0);
  }

  private static List<Reason> reasons(Scaling answer) {
    return answer instanceof Scaling.Keep keep
        ? List.of(keep.reason())
        : ((Scaling.Resize) answer).reasons();
  }

  private static int nodes(Scaling answer) {
    return ((Scaling.Resize) answer).nodes();
  }

  private static StrategyMemory memory(Scaling answer) {
    return answer instanceof Scaling.Keep keep ? keep.memory() : ((Scaling.Resize) answer).memory();
  }
}
