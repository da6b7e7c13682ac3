package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.NOT_DUE;
import static io.proteus.core.strategy.ReasonCode.OPPOSITE_RESIZE;
import static io.proteus.core.strategy.ReasonCode.REMOVAL_LIMIT;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.ReasonCode.UNDERLOAD_NOT_CONFIRMED;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static io.proteus.core.strategy.scaling.Answers.scaling;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitedScalingTest {
  private static final Measurement LEARNED = new Measurement(NOW, 4, 100, 100, null, Ratio.of(0.5));

  @Test
  void whatIsWithinAllLimitsIsDoneAndRemembered() {
    Scaling answer = wanting(6).decide(four().build());

    assertThat(nodes(answer)).isEqualTo(6);
    assertThat(scaling(answer).resizes()).containsExactly(new Resized(NOW, 4, 6));
  }

  @Test
  void growthIsCutToTheBoundAndSaysSo() {
    Scaling answer = wanting(20).decide(four().build());

    assertThat(nodes(answer)).isEqualTo(10);
    assertThat(codes(answer)).containsExactly(ASKED_FOR, AT_NODE_BOUND);
    assertThat(scaling(answer).resizes()).containsExactly(new Resized(NOW, 4, 10));
  }

  @Test
  void atTheUpperBoundWhatThereIsIsEvenedOut() {
    Scaling answer = wanting(12).decide(situation().nodes(10, cpu(0.9)).build());

    assertThat(nodes(answer)).isEqualTo(10);
    assertThat(codes(answer)).containsExactly(ASKED_FOR, AT_NODE_BOUND);
    assertThat(scaling(answer).resizes()).isEmpty();
  }

  @Test
  void atTheLowerBoundNothingGoes() {
    Scaling answer = wanting(1).decide(situation().nodes(2).build());

    assertThat(codes(answer)).containsExactly(AT_NODE_BOUND);
    assertThat(reason(answer).setting()).isEqualTo("nodes.min");
  }

  @Test
  void withoutACloudNothingIsResized() {
    assertThat(codes(wanting(3).decide(four().without(Capability.RESIZE).build())))
        .containsExactly(NOT_CAPABLE);
    assertThat(nodes(wanting(6).decide(four().without(Capability.RESIZE).build()))).isEqualTo(4);
  }

  @Test
  void aResizeIsNotUndoneWithinTheWindow() {
    Scaling shrink = wanting(3).decide(four().remembering(resized(29, 3, 4)).build());
    Scaling grow = wanting(5).decide(four().remembering(resized(29, 5, 4)).build());

    assertThat(codes(shrink)).containsExactly(OPPOSITE_RESIZE);
    assertThat(codes(grow)).containsExactly(OPPOSITE_RESIZE);
    assertThat(reason(grow))
        .hasToString(
            "OPPOSITE_RESIZE: it went from 5 to 4 nodes 29 min ago, and 30 min are to pass before"
                + " that is undone (wanted: 5 nodes) [scaling.oppositeWindow]");
  }

  /** As of one that was undone: an overloaded cluster need not wait for a mistake. */
  @Test
  void aRemovalOfWhichAllNodesAreBackStandsInTheWayOfNoGrowth() {
    assertThat(nodes(wanting(6).decide(four().remembering(resized(10, 4, 3)).build())))
        .isEqualTo(6);
    assertThat(codes(wanting(6).decide(four().remembering(resized(10, 6, 3)).build())))
        .containsExactly(OPPOSITE_RESIZE);
  }

  /** The clock was a year ahead, and was set back. */
  @Test
  void aResizeOfTheFarFutureHoldsNothingUp() {
    int year = -365 * 24 * 60;

    assertThat(nodes(wanting(3).decide(four().remembering(resized(year, 3, 4)).build())))
        .isEqualTo(3);
    assertThat(nodes(wanting(6).decide(four().remembering(resized(year, 5, 4)).build())))
        .isEqualTo(6);
  }

  @Test
  void aRemovalWaitsForSoManyDecisionsInARow() {
    ScalingPolicy three = confirmed(answering(3));
    Scaling first = three.decide(four().build());
    Scaling second = three.decide(four().remembering(Answers.memory(first)).build());
    Scaling third = three.decide(four().remembering(Answers.memory(second)).build());

    assertThat(codes(first)).containsExactly(UNDERLOAD_NOT_CONFIRMED);
    assertThat(reason(second))
        .hasToString(
            "UNDERLOAD_NOT_CONFIRMED: would remove 1 node, as wanted by 2 of 3 decisions in a row"
                + " [scaling.shrinkDecisions]");
    assertThat(nodes(third)).isEqualTo(3);
    assertThat(Answers.memory(third).underloads()).as("the next begins anew").isZero();
  }

  @Test
  void whatDoesNotWantOneEndsTheRowButNotWhatIsNotDue() {
    StrategyMemory twice = StrategyMemory.INITIAL.withUnderloads(2);

    assertThat(
            Answers.memory(confirmed(keeping(SIZE_FITS)).decide(four().remembering(twice).build())))
        .isEqualTo(StrategyMemory.INITIAL);
    assertThat(
            Answers.memory(confirmed(answering(5)).decide(four().remembering(twice).build()))
                .underloads())
        .isZero();
    assertThat(
            Answers.memory(confirmed(keeping(NOT_DUE)).decide(four().remembering(twice).build())))
        .isEqualTo(twice);
  }

  private static ScalingPolicy confirmed(ScalingPolicy policy) {
    return new LimitedScaling(policy, Limits.within(new NodeBounds(2, 10)).withShrinkDecisions(3));
  }

  private static ScalingPolicy answering(int nodes) {
    return now -> new Scaling.Resize(nodes, List.of(ASKED_FOR.says("asked")), now.memory());
  }

  private static ScalingPolicy keeping(ReasonCode code) {
    return now -> new Scaling.Keep(code.says("because"), now.memory());
  }

  @Test
  void afterTheWindowItIs() {
    assertThat(nodes(wanting(3).decide(four().remembering(resized(30, 3, 4)).build())))
        .isEqualTo(3);
  }

  @Test
  void theWindowLooksBehindYoungerResizesOfTheSameDirection() {
    StrategyMemory twice =
        memory(
            new Resized(NOW.minusSeconds(1500), 3, 5), new Resized(NOW.minusSeconds(1000), 5, 4));

    assertThat(codes(wanting(3).decide(four().remembering(twice).build())))
        .containsExactly(OPPOSITE_RESIZE);
  }

  @Test
  void itGrowsAgainAtOnceAndShrinksAgainSlowly() {
    assertThat(nodes(wanting(5).decide(four().remembering(resized(1, 3, 4)).build()))).isEqualTo(5);
    Scaling again = wanting(3).decide(four().remembering(resized(14, 5, 4)).build());

    assertThat(codes(again)).containsExactly(COOLDOWN);
    assertThat(reason(again).setting()).isEqualTo("scaling.cooldownShrink");
  }

  @Test
  void onlyAShareOfTheNodesGoesWithinAPeriod() {
    Scaling first = wanting(2).decide(situation().nodes(8).build());
    Scaling later = wanting(2).decide(situation().nodes(6).remembering(resized(20, 8, 6)).build());
    Scaling muchLater =
        wanting(2).decide(situation().nodes(6).remembering(resized(60, 8, 6)).build());

    assertThat(nodes(first)).as("a quarter of 8").isEqualTo(6);
    assertThat(codes(first)).containsExactly(ASKED_FOR, REMOVAL_LIMIT);
    assertThat(codes(later)).containsExactly(REMOVAL_LIMIT);
    assertThat(nodes(muchLater)).as("a quarter of 6").isEqualTo(5);
  }

  @Test
  void oneNodeMayAlwaysGo() {
    assertThat(nodes(wanting(1).decide(situation().nodes(3).build()))).isEqualTo(2);
  }

  @Test
  void staleMetricsHold() {
    Scaling answer = wanting(6).decide(four().observedAgo(Duration.ofSeconds(91)).build());

    assertThat(codes(answer)).containsExactly(METRICS_STALE);
  }

  @Test
  void whatIsRefusedIsForgottenButWhatWasLearnedIsKept() {
    StrategyMemory before = resized(5, 5, 4);
    ScalingPolicy growing =
        now ->
            new Scaling.Resize(
                5,
                List.of(ASKED_FOR.says("5 nodes")),
                now.memory().withNodesToChange(8).with(now.memory().scaling().with(LEARNED)));

    Scaling answer = limited(growing).decide(four().remembering(before).build());

    assertThat(Answers.memory(answer).nodesToChange()).isEqualTo(1);
    assertThat(scaling(answer).measurements()).containsExactly(LEARNED);
    assertThat(scaling(answer).resizes()).isEqualTo(before.scaling().resizes());
  }

  private static SituationBuilder four() {
    return situation().nodes(4);
  }

  private static StrategyMemory resized(int minutesAgo, int from, int to) {
    return memory(new Resized(NOW.minusSeconds(60L * minutesAgo), from, to));
  }

  private static StrategyMemory memory(Resized... resizes) {
    return StrategyMemory.INITIAL.with(new ScalingMemory(List.of(resizes), null, List.of(), null));
  }

  private static LimitedScaling wanting(int nodes) {
    return limited(
        now -> new Scaling.Resize(nodes, List.of(ASKED_FOR.says("%d nodes", nodes)), now.memory()));
  }

  private static LimitedScaling limited(ScalingPolicy policy) {
    return new LimitedScaling(policy, Limits.within(new NodeBounds(2, 10)));
  }
}
