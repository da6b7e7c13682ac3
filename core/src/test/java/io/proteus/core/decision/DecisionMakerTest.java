package io.proteus.core.decision;

import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.WRITE;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.local;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.INITIAL_RECONFIGURATION;
import static io.proteus.core.strategy.ReasonCode.IN_PLACE;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.NOT_WORTH_IT;
import static io.proteus.core.strategy.ReasonCode.TOO_MANY_MOVES;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.MoveBudget;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionMakerTest {
  private final DecisionMaker maker =
      new DecisionMaker(
          PolicyStrategy.met(), Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);

  @Test
  void anOverloadedNodeOfAMixedClusterGetsItConfiguredByUse() {
    Decision decision = maker.decide(mixed().node("rs1", cpu(0.9)).build());

    assertThat(decision.verdict()).isInstanceOf(Verdict.Retarget.class);
    assertThat(codes(decision)).first().isEqualTo(INITIAL_RECONFIGURATION);
    assertThat(decision.plan()).get().satisfies(plan -> assertThat(plan.steps()).isNotEmpty());
    assertThat(decision.heldBack()).isEmpty();
    assertThat(decision.verdict().memory().reconfigured()).isTrue();
  }

  @Test
  void aGuardThatIsAskedBeforehandKeepsTheStrategyFromDeciding() {
    Decision decision =
        maker.decide(mixed().node("rs1", cpu(0.9)).actedAgo(Duration.ofSeconds(5)).build());

    assertThat(codes(decision)).containsExactly(COOLDOWN);
    assertThat(decision.plan()).isEmpty();
    assertThat(decision.heldBack()).isEmpty();
    assertThat(decision.verdict().memory().reconfigured()).isFalse();
  }

  @Test
  void anOperatorWhoAsksIsHeldByTheSameGuards() {
    Decision decision =
        maker.decideRegardlessOfLoad(mixed().actedAgo(Duration.ofSeconds(5)).build());

    assertThat(codes(decision)).containsExactly(COOLDOWN);
  }

  @Test
  void anOperatorNeedNotWaitForAnOverload() {
    Decision decision = maker.decideRegardlessOfLoad(mixed().build());

    assertThat(codes(decision)).first().isEqualTo(ASKED_FOR);
    assertThat(decision.plan()).isPresent();
  }

  @Test
  void whatAnOperatorsLimitRefusesIsShownAndStillToBeDone() {
    Guards strict = new Guards(List.of(), List.of(new MoveBudget(1)));

    Decision decision =
        new DecisionMaker(PolicyStrategy.met(), strict, Figures.PLANNER, Figures.PREDICTOR)
            .decide(mixed().node("rs1", cpu(0.9)).build());

    assertThat(codes(decision)).startsWith(TOO_MANY_MOVES, INITIAL_RECONFIGURATION);
    assertThat(decision.plan()).isEmpty();
    assertThat(decision.heldBack()).isPresent();
    assertThat(decision.verdict().memory().reconfigured()).isFalse();
  }

  /** Of which the resize is only remembered where it is let through. */
  private record Seeing(Strategy strategy, Measurement seen) implements Strategy {
    @Override
    public Verdict decide(Situation now) {
      ScalingMemory memory = now.memory().scaling().with(seen).with(new Resized(seen.at(), 2, 3));
      return strategy.decide(now.with(now.memory().with(memory)));
    }

    @Override
    public Verdict decideRegardlessOfLoad(Situation now) {
      return decide(now);
    }
  }

  @Test
  void whatWasSeenIsRememberedThoughALimitRefusesWhatFollowsFromIt() {
    Measurement seen =
        new Measurement(Instant.parse("2026-01-01T12:00:00Z"), 2, 400, 400, null, Ratio.of(0.9));
    Guards strict = new Guards(List.of(), List.of(new MoveBudget(1)));

    Decision decision =
        new DecisionMaker(
                new Seeing(PolicyStrategy.met(), seen), strict, Figures.PLANNER, Figures.PREDICTOR)
            .decide(mixed().node("rs1", cpu(0.9)).build());

    assertThat(codes(decision)).first().isEqualTo(TOO_MANY_MOVES);
    assertThat(decision.verdict().memory().scaling().measurements()).containsExactly(seen);
    assertThat(decision.verdict().memory().scaling().resizes()).isEmpty();
  }

  @Test
  void aClusterThatIsInPlaceHasItsInitialReconfigurationBehindIt() {
    Decision decision = maker.decide(inPlace().node("rs1", cpu(0.9)).build());

    assertThat(codes(decision)).startsWith(IN_PLACE, INITIAL_RECONFIGURATION);
    assertThat(decision.verdict().memory().reconfigured()).isTrue();
  }

  @Test
  void soHasOneThatIsNearlyInPlace() {
    SituationBuilder nearly =
        inPlace().node("rs1", cpu(0.9)).partition("w3", of("w"), writes(4), on("rs1"));

    Decision decision = maker.decide(nearly.build());

    assertThat(codes(decision)).startsWith(NOT_WORTH_IT, INITIAL_RECONFIGURATION);
    assertThat(decision.heldBack()).isPresent();
    assertThat(decision.verdict().memory().reconfigured()).isTrue();
  }

  @Test
  void dataThatIsNotLocalAloneIsNoReasonToAct() {
    Decision decision = maker.decideRegardlessOfLoad(inPlace().everyPartition(local(0)).build());

    assertThat(codes(decision)).first().isEqualTo(IN_PLACE);
  }

  @Test
  void whereNothingCanBeDoneItIsSaidWhy() {
    SituationBuilder stuck =
        inPlace()
            .node("rs1", split(0.40, 0.25), byRestart())
            .node("rs2", split(0.40, 0.25), byRestart())
            .without(Capability.RESTART_NODE);

    Decision decision = maker.decideRegardlessOfLoad(stuck.build());

    assertThat(codes(decision)).first().isEqualTo(NOT_CAPABLE);
    assertThat(decision.plan()).isEmpty();
    assertThat(decision.heldBack()).isEmpty();
  }

  @Test
  void aPlanIsNamedAfterItsTimeAndObservation() {
    Decision decision = maker.decideRegardlessOfLoad(mixed().build());

    assertThat(decision.plan().orElseThrow().id()).isEqualTo("plan-1767268800000-6");
    assertThat(decision.plan().orElseThrow().basedOn()).isEqualTo(6);
  }

  @Test
  void aPlanIsOnlyOfWhatTheClusterIsCapableOf() {
    Decision decision =
        maker.decideRegardlessOfLoad(
            mixed().without(Capability.COMPACT_PARTITION, Capability.BLOCK_SIZE_ONLINE).build());

    assertThat(decision.plan().orElseThrow().steps())
        .noneMatch(CompactPartition.class::isInstance)
        .noneMatch(SetBlockSize.class::isInstance)
        .anyMatch(MovePartition.class::isInstance);
  }

  private static SituationBuilder mixed() {
    return situation()
        .nodes(2)
        .partition("r1", of("r"), reads(100), on("rs1"))
        .partition("w1", of("w"), writes(100), on("rs1"))
        .partition("r2", of("r"), reads(100), on("rs2"))
        .partition("w2", of("w"), writes(100), on("rs2"));
  }

  private static SituationBuilder inPlace() {
    return mixed()
        .node("rs1", split(READ.memory()))
        .node("rs2", split(WRITE.memory()))
        .table("r", 32)
        .table("w", 64)
        .partition("r2", on("rs1"))
        .partition("w1", on("rs2"));
  }

  private static List<ReasonCode> codes(Decision decision) {
    return decision.verdict().reasons().stream().map(Reason::code).toList();
  }
}
