package io.proteus.core.decision;

import static io.proteus.core.fixture.PartitionTrait.copiedOn;
import static io.proteus.core.fixture.PartitionTrait.unmeasured;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static io.proteus.core.strategy.ReasonCode.PLACED_BY_STORE;
import static io.proteus.core.strategy.ReasonCode.TOKENS_STAY;
import static io.proteus.core.strategy.ReasonCode.TOKEN_MOVED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.Capability;
import io.proteus.core.fixture.TokenWorld;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.MoveToken;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.placement.TokenRing;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class TokenBalanceTest {
  private static final TokenBalance RULES = TokenBalance.usual();
  private static final DoubleUnaryOperator EVEN = place -> 1;
  private static final int SEEDS = 300;

  /** n1 has 60 % of all tokens, n2, n3 and n4 have 15, 15 and 10 %. */
  private static TokenWorld skewed() {
    return new TokenWorld(EVEN).node("n1", 0.6).node("n2", 0.75).node("n3", 0.9).node("n4", 1);
  }

  private static Verdict after(Situation now) {
    return after(now, DecisionTrigger.SCHEDULED);
  }

  private static Verdict after(Situation now, DecisionTrigger trigger) {
    Verdict hold = Verdict.hold(PLACED_BY_STORE.says("as many stay"), now.memory());
    return RULES.propose(now, trigger, Optional.of(hold)).orElseThrow();
  }

  private static Optional<Reshapes.TokenMove> moved(Verdict verdict) {
    return verdict instanceof Verdict.Retarget wanted
        ? wanted.target().reshapes().tokens().stream().findFirst()
        : Optional.empty();
  }

  private static String stays(Situation now) {
    Verdict verdict = after(now);
    assertThat(verdict).isInstanceOf(Verdict.Hold.class);
    Reason last = verdict.reasons().get(verdict.reasons().size() - 1);
    assertThat(last.code()).isEqualTo(TOKENS_STAY);
    return last.sentence().toString();
  }

  /** Moves tokens until none is moved any more, and tells how often. */
  private static int settle(TokenWorld world) {
    int moves = 0;
    Optional<Reshapes.TokenMove> next = moved(after(world.now()));
    while (next.isPresent() && moves < 30) {
      world.move(next.get().node().value(), next.get().to().value());
      moves++;
      next = moved(after(world.now()));
    }
    return moves;
  }

  @Test
  void theBusiestNodeGivesUpAPartOfItsRangeAndThePlanSaysWhatComesOfIt() {
    Situation now = skewed().table("t", 1).now();

    Verdict verdict = after(now);

    Plan plan = Planner.met().plan(now, (Verdict.Retarget) verdict);
    assertThat(verdict.reasons().get(0).code()).isEqualTo(TOKEN_MOVED);
    assertThat(verdict.reasons().get(0).sentence().toString())
        .startsWith("n1 serves 60 % of all that nodes do, and 25 % would be even")
        .contains("Expected are 35.2 % at most then, and for n4 34.8 % instead of 10 %");
    assertThat(plan.steps())
        .singleElement()
        .satisfies(
            step -> {
              MoveToken move = (MoveToken) step;
              assertThat(move.node()).hasToString("n4");
              assertThat(move.from().value()).isEqualTo(TokenWorld.tokenAt(1));
              assertThat(move.to().value())
                  .isCloseTo(TokenWorld.tokenAt(0.249), within(TokenWorld.tokenAt(0.51)));
            });
    assertThat(plan.price().bytesMoved().bytes()).isPositive();
    assertThat(Worth.isHarmless(plan.price())).isFalse();
  }

  @Test
  void aSkewedRingBecomesEvenInAFewMoves() {
    TokenWorld one = skewed().table("t", 1);
    TokenWorld two = skewed().table("t", 2);
    assertThat(one.busiest()).isCloseTo(2.4, within(0.01));
    assertThat(two.busiest()).isCloseTo(1.5, within(0.01));

    assertThat(settle(one)).isEqualTo(3);
    assertThat(settle(two)).isEqualTo(2);

    assertThat(one.busiest()).isLessThan(1.05);
    assertThat(two.busiest()).isLessThan(1.05);
  }

  /** One in ten has a part of the ring so hot, or neighbours so busy, that no single move helps. */
  @Test
  void randomRingsBecomeEvenAndNoMoveMakesANodeAsBusyAsTheOneThatItRelieves() {
    int even = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      double hot = random.nextDouble();
      double heat = random.nextBoolean() ? 0 : 5 * random.nextDouble();
      TokenWorld world = new TokenWorld(place -> 1 + (Math.abs(place - hot) < 0.1 ? heat : 0));
      double[] places = random.doubles(3 + random.nextInt(6)).sorted().toArray();
      for (int node = 0; node < places.length; node++) {
        world.node("n" + node, places[node]);
      }
      world.table("t", 1 + random.nextInt(3));
      if (random.nextBoolean()) {
        world.table("u", 1 + random.nextInt(3));
      }
      assertNoShiftBurdens(world, "seed " + seed);
      double before = world.busiest();
      int moves = settle(world);
      assertThat(moves).as("seed %d", seed).isLessThan(25);
      assertThat(world.busiest()).as("seed %d", seed).isLessThanOrEqualTo(before + 0.01);
      even += world.busiest() <= 1.3 ? 1 : 0;
    }
    assertThat(even).isGreaterThan(SEEDS * 9 / 10);
  }

  private static void assertNoShiftBurdens(TokenWorld world, String seed) {
    Situation now = world.now();
    TokenRing ring = TokenRing.of(now.topology(), now.partitions()).orElseThrow();
    for (var node : ring.busiestFirst()) {
      ring.relieving(node.getKey(), 0.5)
          .ifPresent(
              shift -> {
                assertThat(shift.after()).as(seed).isLessThan(shift.before());
                assertThat(shift.burdened().values())
                    .as(seed)
                    .allMatch(load -> load <= shift.after() + 1e-6);
              });
    }
  }

  @Test
  void copiesOnAllNodesLeaveNothingToShift() {
    TokenWorld world =
        new TokenWorld(EVEN).node("n1", 0.8).node("n2", 0.9).node("n3", 1).table("t", 3);

    assertThat(stays(world.now())).contains("33.3 % would be even");
  }

  @Test
  void withSeveralTokensANodeNoneIsMovedAndItIsSaid() {
    Situation now = skewed().table("t", 1).told().owns("n5", 0.1).node("n5").build();

    assertThat(stays(now)).contains("nodes have several tokens each");
  }

  @Test
  void copiesThatDoNotFollowOnTheRingAreNotUnderstood() {
    Situation now = skewed().table("t", 2).told().partition("t:0", copiedOn("n3")).build();

    assertThat(stays(now)).contains("as with racks");
  }

  @Test
  void nothingIsMovedWhileTheNodeIsNotBusyUnlessAPersonAsks() {
    Situation now = skewed().table("t", 1).busy(0.2).now();

    assertThat(stays(now)).contains("n1 serves 60 %", "it is not busy");
    assertThat(moved(after(now, DecisionTrigger.ON_REQUEST))).isPresent();
  }

  @Test
  void nothingIsMovedBeforeEveryRangeIsMeasured() {
    Situation now = skewed().table("t", 1).told().partition("t:2", unmeasured()).build();

    assertThat(stays(now)).contains("not known yet");
  }

  @Test
  void nodesThatServeAboutTheSameKeepTheirTokens() {
    TokenWorld world =
        new TokenWorld(EVEN).node("n1", 0.4).node("n2", 0.7).node("n3", 1).table("t", 1);

    assertThat(stays(world.now())).contains("n1 serves the most, 40 %");
  }

  @Test
  void otherVerdictsStand() {
    Situation now = skewed().table("t", 1).now();
    for (Verdict other :
        Arrays.asList(
            Verdict.hold(METRICS_STALE.says("too old"), now.memory()),
            new Verdict.Retarget(
                CountedNodes.without(now.topology(), now.topology().deadNodes()),
                after(now).reasons(),
                now.memory()))) {
      assertThat(RULES.propose(now, DecisionTrigger.SCHEDULED, Optional.of(other)))
          .containsSame(other);
    }
    Situation unable = skewed().table("t", 1).told().without(Capability.MOVE_TOKEN).build();
    assertThat(after(unable).reasons()).hasSize(1);
  }
}
