package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.memory;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static io.proteus.core.strategy.scaling.Answers.scaling;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fewer nodes than nodes.min are made as many, whichever policy counts them. */
class LeastNodesTest {
  private static final NodeBounds BOUNDS = new NodeBounds(4, 10);

  /** It went from 3 to 2 a minute ago; a growth would undo that. */
  private static final StrategyMemory SHRUNK =
      new StrategyMemory(true, 1, 0, 0)
          .with(
              new ScalingMemory(
                  List.of(new Resized(NOW.minusSeconds(60), 3, 2)), null, List.of(), null));

  private static MetScaling met(NodeBounds bounds) {
    MetScaling defaults = MetScaling.defaults();
    return new MetScaling(
        defaults.cpuAbove(),
        defaults.ioWaitAbove(),
        defaults.cpuBelow(),
        defaults.subOptimalNodes(),
        defaults.underloadDecisions(),
        bounds);
  }

  private static ScalingPolicy policy(String name, NodeBounds bounds) {
    Map<String, ScalingPolicy> counting =
        Map.of(
            "met", met(bounds),
            "threshold", ThresholdScaling.paper(),
            "target", new TargetTracking(Ratio.of(0.6), null, Ratio.of(0.1), CpuOf.MEAN),
            "forecast", ForecastScaling.usual(bounds),
            "mdp",
                new MdpScaling(
                    bounds, 2, Ratio.of(0.9), new Reward.Cost(1), MdpScaling.Rhythm.paper()));
    return name.equals("met alone")
        ? met(bounds)
        : name.equals("steady met")
            ? new SteadyScaling(met(bounds), Duration.ofMinutes(20), "met.oppositeWindow")
            : new LimitedScaling(counting.get(name), Limits.within(bounds));
  }

  private static SituationBuilder two(double cpu) {
    return situation().nodes(2, cpu(cpu)).remembering(SHRUNK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"met alone", "steady met", "met", "threshold", "target", "mdp", "forecast"})
  void whatIsMissingComesBackHoweverIdleAndSoonAfterARemoval(String name) {
    for (double cpu : new double[] {0.05, 0.3}) {
      Scaling answer = policy(name, BOUNDS).decide(two(cpu).build());

      assertThat(nodes(answer)).isEqualTo(4);
      assertThat(codes(answer)).containsExactly(AT_NODE_BOUND);
      assertThat(reason(answer))
          .hasToString("AT_NODE_BOUND: 2 nodes are there, and 4 are as few as may be [nodes.min]");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"met alone", "steady met", "met", "threshold", "target", "mdp", "forecast"})
  void withoutACloudOrWhereNoneMayBeAddedNothingComesBack(String name) {
    Scaling noCloud = policy(name, BOUNDS).decide(two(0.3).without(Capability.RESIZE).build());
    Scaling noMax = policy(name, new NodeBounds(4, 0)).decide(two(0.3).build());

    for (Scaling answer : List.of(noCloud, noMax)) {
      assertThat(answer instanceof Scaling.Resize resize ? resize.nodes() : 2).isEqualTo(2);
    }
  }

  @Test
  void itIsRememberedAsTheResizeThatItIs() {
    Scaling limited = policy("target", BOUNDS).decide(two(0.3).build());
    Scaling steady = policy("steady met", BOUNDS).decide(two(0.3).build());

    assertThat(scaling(limited).resizes()).last().isEqualTo(new Resized(NOW, 2, 4));
    assertThat(scaling(steady).resizes()).last().isEqualTo(new Resized(NOW, 2, 4));
    assertThat(memory(steady).nodesToChange()).as("the load did not ask for it").isEqualTo(1);
  }

  @Test
  void whereTheLoadAsksForMoreThereAreMore() {
    ScalingPolicy seven =
        new LimitedScaling(
            now -> new Scaling.Resize(7, List.of(ASKED_FOR.says("%d nodes", 7)), now.memory()),
            Limits.within(BOUNDS));
    StrategyMemory eight = new StrategyMemory(true, 8, 0, 0);

    assertThat(nodes(seven.decide(situation().nodes(2).build()))).isEqualTo(7);
    assertThat(nodes(seven.decide(two(0.3).build())))
        .as("not within the window, but the bound is kept")
        .isEqualTo(4);
    assertThat(nodes(met(BOUNDS).decide(situation().nodes(2, cpu(0.9)).remembering(eight).build())))
        .isEqualTo(10);
  }

  @Test
  void nothingIsDecidedFromWhatIsStale() {
    Scaling answer =
        policy("target", BOUNDS).decide(two(0.3).observedAgo(Duration.ofSeconds(91)).build());

    assertThat(codes(answer)).containsExactly(METRICS_STALE);
  }
}
