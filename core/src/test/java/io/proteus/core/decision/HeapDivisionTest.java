package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.unmeasured;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.HEAP_DIVIDED;
import static io.proteus.core.strategy.ReasonCode.HEAP_FULL;
import static io.proteus.core.strategy.ReasonCode.INITIAL_RECONFIGURATION;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.SETTINGS_LEFT;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Undone;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeapDivisionTest {
  private static final MemorySplit MORE_CACHE = MemorySplit.of(0.55, 0.1);

  /** Two nodes whose caches are too small for what is read, one of them with all of the load. */
  private static SituationBuilder tooSmallCaches() {
    return situation()
        .node("rs1", cpu(0.9), heap(1800, 800, 600), split(0.39, 0.26))
        .node("rs2", cpu(0.2), heap(1800, 800, 600), split(0.39, 0.26))
        .partition("a", reads(1000), megabytes(600), on("rs1"))
        .partition("b", reads(1000), megabytes(600), on("rs1"))
        .partition("c", reads(10), megabytes(10), on("rs2"));
  }

  private static Strategy strategy(ScalingPolicy scaling) {
    return Proposals.of(
        new PolicyStrategy(
            scaling, KeepConfiguration.usual(), new Spread(Even.LOAD, Ratio.of(0.1)), false),
        Optional.of(new HeapDivision(Figures.MEMORY, HeapRoom.usual(), 2)));
  }

  private static Verdict.Retarget decide(ScalingPolicy scaling, Situation now) {
    Verdict verdict = strategy(scaling).decideRegardlessOfLoad(now);
    assertThat(verdict).as("%s", verdict).isInstanceOf(Verdict.Retarget.class);
    return (Verdict.Retarget) verdict;
  }

  private static NodeProfile of(Verdict.Retarget verdict, String node) {
    return verdict.target().nodes().stream()
        .filter(target -> target.node().equals(new NodeId(node)))
        .map(NodeTarget::profile)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void heapsAreDividedOnlineBeforeAnythingMoves() {
    Situation now = tooSmallCaches().build();

    Verdict.Retarget verdict = decide(new KeepNodes(), now);

    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .startsWith(HEAP_DIVIDED)
        .contains(ASKED_FOR);
    assertThat(Figures.PLANNER.plan(now, verdict).steps())
        .extracting(Step::toString)
        .containsExactly("set rs1 online to cache 55 %, write buffer 10 %");
  }

  @Test
  void onceTheyAreTheOthersMovesFollow() {
    Situation now = tooSmallCaches().node("rs1", split(MORE_CACHE)).build();

    Verdict.Retarget verdict = decide(new KeepNodes(), now);

    assertThat(Figures.PLANNER.plan(now, verdict).steps())
        .hasAtLeastOneElementOfType(MovePartition.class)
        .doesNotHaveAnyElementsOfTypes(SetMemorySplit.class);
  }

  @Test
  void aNodeThatWouldHaveToRestartStaysAsItIsAndIsNamed() {
    Situation now =
        tooSmallCaches()
            .node("rs2", split(0.1, 0.55), heap(100, 50, 10))
            .node("rs1", byRestart())
            .partition("d", reads(1000), megabytes(50), on("rs2"))
            .build();

    Verdict.Retarget verdict = decide(new KeepNodes(), now);

    assertThat(of(verdict, "rs1").memory()).isEqualTo(MemorySplit.of(0.39, 0.26));
    assertThat(of(verdict, "rs2").memory()).isEqualTo(MORE_CACHE);
    assertThat(verdict.reasons())
        .filteredOn(reason -> reason.code() == NOT_CAPABLE)
        .extracting(reason -> reason.sentence().toString())
        .containsExactly(
            "heaps of rs1 stay as they are, as dividing them anew would take a restart");
  }

  @Test
  void aNodeOfWhosePartitionsNotAllRequestsAreKnownStaysAsItIs() {
    Situation now = tooSmallCaches().partition("d", unmeasured(), megabytes(1), on("rs1")).build();

    assertThat(decide(new KeepNodes(), now).reasons())
        .extracting(Reason::code)
        .doesNotContain(HEAP_DIVIDED);
  }

  @Test
  void aFullHeapStaysAsItIsAndStandsInNobodysWay() {
    Situation now = tooSmallCaches().node("rs1", heap(1800, 1790, 600)).build();

    Verdict.Retarget verdict = decide(new KeepNodes(), now);

    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .contains(HEAP_FULL)
        .doesNotContain(HEAP_DIVIDED);
    assertThat(Figures.PLANNER.plan(now, verdict).steps())
        .hasAtLeastOneElementOfType(MovePartition.class);
  }

  @Test
  void whereNoneCanBeDividedOnlineItIsSaid() {
    Situation now = tooSmallCaches().without(Capability.MEMORY_SPLIT_ONLINE).build();

    assertThat(decide(new KeepNodes(), now).reasons())
        .extracting(Reason::code)
        .contains(NOT_CAPABLE)
        .doesNotContain(HEAP_DIVIDED);
  }

  @Test
  void whatWasAskedForAndIsNotThereIsLeftUntilItIsAskedForByAPerson() {
    StrategyMemory asked = decide(new KeepNodes(), tooSmallCaches().build()).memory();
    StrategyMemory undone = asked.with(new Undone(SituationBuilder.NOW, "plan-1", false));
    for (StrategyMemory memory : List.of(asked, undone)) {
      Situation again = tooSmallCaches().remembering(memory).build();

      Verdict own = strategy(new Unchanged()).decide(again);
      Verdict person = strategy(new Unchanged()).decideRegardlessOfLoad(again);

      assertThat(own.reasons())
          .extracting(Reason::code)
          .contains(SETTINGS_LEFT)
          .doesNotContain(HEAP_DIVIDED);
      assertThat(person.reasons()).extracting(Reason::code).contains(HEAP_DIVIDED);
    }
  }

  @Test
  void aResizeComesFirstAndIsFilledBeforeHeapsAreDivided() {
    Situation fewerCame =
        tooSmallCaches().remembering(StrategyMemory.INITIAL.withResizingTo(3)).build();

    Verdict filled = strategy(new Unchanged()).decide(fewerCame);

    assertThat(filled.reasons()).extracting(Reason::code).doesNotContain(HEAP_DIVIDED);
  }

  @Test
  void aGrowthWaitsForHeapsOnceUnlessItIsLarge() {
    Situation now = tooSmallCaches().build();

    Verdict first = strategy(new To(3)).decide(now);

    assertThat(first.reasons())
        .extracting(Reason::code)
        .startsWith(HEAP_DIVIDED, INITIAL_RECONFIGURATION);
    assertThat(first.memory().resizingTo()).isZero();
    assertThat(strategy(new To(3)).decide(tooSmallCaches().remembering(first.memory()).build()))
        .asString()
        .as("much the same is not asked for again, so it grows")
        .contains("+1");
    assertThat(strategy(new To(4)).decide(now).reasons())
        .extracting(Reason::code)
        .doesNotContain(HEAP_DIVIDED);
  }

  private record To(int nodes) implements ScalingPolicy {
    @Override
    public Scaling decide(Situation now) {
      return new Scaling.Resize(nodes, List.of(GROW.says("to %d", nodes)), now.memory());
    }

    @Override
    public Scaling.Resize unchanged(Situation now) {
      return new Scaling.Resize(now.topology().nodes().size(), List.of(), now.memory());
    }
  }

  /** As many nodes as there are, whatever the load. */
  private record Unchanged() implements ScalingPolicy {
    @Override
    public Scaling decide(Situation now) {
      return unchanged(now);
    }

    @Override
    public Scaling.Resize unchanged(Situation now) {
      return new Scaling.Resize(now.topology().nodes().size(), List.of(), now.memory());
    }
  }
}
