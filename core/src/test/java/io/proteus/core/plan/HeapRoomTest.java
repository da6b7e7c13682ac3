package io.proteus.core.plan;

import static io.proteus.core.fixture.Layouts.AS_IT_WAS;
import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.WRITE;
import static io.proteus.core.fixture.Layouts.layout;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.cacheUseUnknown;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.NodeTrait.heapNeverCollected;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.NodeTrait.splitUnknown;
import static io.proteus.core.fixture.PartitionTrait.local;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.FixedNodes;
import io.proteus.core.fixture.Layouts;
import io.proteus.core.fixture.NodeTrait;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.Price;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where a cache may be enlarged while its node runs, and where the heap has no room for it. */
class HeapRoomTest {
  private static final int SEEDS = 200;
  private static final int MOST_NODES = 8;

  /** What is worth it goes by the heap, too. */
  private static final Planner NOTHING_PREFETCHED =
      new Planner(Ratio.of(0.7), Ratio.of(0.9), HeapRoom.usual(), Optional.empty());

  /** 40 % cache and 25 % write buffer of 1,000 MB leave it 350 MB at most. */
  private static final NodeTrait NEEDS_310 = heap(1000, 960, 400);

  private static final NodeTrait NEEDS_120 = heap(1000, 770, 400);

  @Test
  void aNodeThatNeedsMuchOfItsHeapForItselfKeepsItsCacheAndAllElseGoesOn() {
    SituationBuilder cluster =
        situation()
            .node("rs1", NEEDS_310)
            .node("rs2", NEEDS_120)
            .partition("a", reads(5), on("rs2"), local(1));

    Plan plan = plan(cluster, layout().node("rs1", READ, "a").node("rs2", READ));

    assertThat(plan.steps().stream().map(Step::toString))
        .containsExactly(
            "set rs2 online to cache 55 %, write buffer 10 %",
            "move a of t (100 MB) from rs2 to rs1",
            "compact a of t (100 MB) on rs1 until 90 % of it is local");
    assertThat(plan.reasons())
        .last()
        .hasToString(
            "HEAP_FULL: rs1 keeps cache 40 %, write buffer 25 %: it needs 310 MB of its heap of"
                + " 1000 MB for itself, so cache 55 %, write buffer 10 % would come to 96 % of it,"
                + " and 95 % are allowed [guards.heapFull]");
  }

  @Test
  void whereNothingElseIsToBeDoneThePlanHasNoStepsAndSaysWhy() {
    SituationBuilder cluster =
        situation().node("rs1", NEEDS_310).partition("a", reads(5), on("rs1"), local(1));

    Plan plan = plan(cluster, layout().node("rs1", READ, "a"));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons()).extracting(Reason::code).contains(ReasonCode.HEAP_FULL);
  }

  @Test
  void aDecisionThatComesToNothingButSuchStepsIsAHold() {
    Situation now =
        situation()
            .nodes(2, heap(1000, 1000, 400))
            .partition("a", reads(50), on("rs1"), local(1))
            .partition("b", reads(50), on("rs2"), local(1))
            .table("t", 32)
            .build();
    DecisionMaker maker =
        new DecisionMaker(
            PolicyStrategy.met(),
            new Guards(List.of(), List.of()),
            Figures.PLANNER,
            Figures.PREDICTOR);

    Decision decision = maker.decideRegardlessOfLoad(now);

    assertThat(decision.plan()).isEmpty();
    assertThat(decision.verdict()).isInstanceOf(Verdict.Hold.class);
    assertThat(decision.verdict().reasons().get(0).code()).isEqualTo(ReasonCode.HEAP_FULL);
    assertThat(decision.verdict().reasons().get(0).setting()).isEqualTo("guards.heapFull");
  }

  @Test
  void garbageTakesNoRoom() {
    assertThat(setOnline(heap(1000, 770, 400))).isTrue();
  }

  @Test
  void aWriteBufferTakesItsWholeShareHoweverLittleIsWritten() {
    assertThat(setOnline(split(0.40, 0.25), heap(1000, 940, 400))).isTrue();
    assertThat(setOnline(split(0.40, 0.20), heap(1000, 940, 400))).isFalse();
  }

  @Test
  void aCacheThatIsNotFullYetIsCountedWithWhatItWillHold() {
    assertThat(setOnline(heap(1000, 500, 100))).isTrue();
    assertThat(setOnline(heap(1000, 700, 100))).isFalse();
  }

  @Test
  void whatIsNotKnownHoldsNothing() {
    assertThat(setOnline(NEEDS_310, heapNeverCollected())).isTrue();
    assertThat(setOnline(NEEDS_310, cacheUseUnknown())).isTrue();
    assertThat(setOnline(NEEDS_310, splitUnknown())).isTrue();
    assertThat(setOnline()).isTrue();
  }

  @Test
  void partsThatAreMoreThanTheHeapAreNotBelieved() {
    assertThat(setOnline(heap(1000, 1400, 1001))).isTrue();
    assertThat(HeapRoom.ownNeed(node(NEEDS_310), load(heap(1000, 300, 400))))
        .hasValue(ByteSize.ZERO);
  }

  @Test
  void aCacheMayAlwaysBecomeSmaller() {
    SituationBuilder cluster = situation().node("rs1", NEEDS_310);

    assertThat(plan(cluster, layout().node("rs1", WRITE)).steps())
        .hasExactlyElementsOfTypes(SetMemorySplit.class);
  }

  @Test
  void aNodeThatIsRestartedBeginsWithAnEmptyHeap() {
    SituationBuilder cluster = situation().node("rs1", NEEDS_310, byRestart()).node("rs2");

    assertThat(plan(cluster, layout().node("rs1", READ).node("rs2", AS_IT_WAS)).steps())
        .hasExactlyElementsOfTypes(RestartNode.class);
  }

  @Test
  void theShareIsASetting() {
    Planner generous =
        new Planner(
            Ratio.of(0.7),
            Ratio.of(0.9),
            new HeapRoom(Ratio.of(0.97)),
            Optional.of(Figures.MEMORY));

    assertThat(
            generous
                .plan(
                    situation().node("rs1", NEEDS_310).build(), layout().node("rs1", READ).wanted())
                .steps())
        .hasSize(1);
    assertThatThrownBy(() -> new HeapRoom(Ratio.ZERO))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("guards.heapFull: want a share over 0 and up to 1, got 0 %.");
  }

  @Test
  void noCacheIsEnlargedBeyondTheShareAndNothingElseOfAPlanChanges() {
    int[] splits = new int[2];
    Seeds.forAll(
        SEEDS,
        seed -> {
          Situation unknown = RandomSituations.scattered(seed, MOST_NODES).build();
          Situation known = withHeaps(RandomSituations.scattered(seed, MOST_NODES), seed);
          Plan free = plan(unknown);
          Plan guarded = plan(known);

          List<Step> held =
              free.steps().stream().filter(step -> !guarded.steps().contains(step)).toList();

          assertThat(held).hasOnlyElementsOfType(SetMemorySplit.class);
          assertThat(guarded.steps())
              .isEqualTo(free.steps().stream().filter(step -> !held.contains(step)).toList());
          assertThat(guarded.reasons().stream().filter(r -> r.code() == ReasonCode.HEAP_FULL))
              .hasSameSizeAs(held);
          for (Step step : guarded.steps()) {
            if (step instanceof SetMemorySplit set) {
              assertThat(fits(known, set)).as("%s", step).isTrue();
            }
          }
          for (Step step : held) {
            assertThat(fits(known, (SetMemorySplit) step)).as("%s", step).isFalse();
          }
          splits[0] += held.size();
          splits[1] += guarded.price().restartsSaved();
        });
    if (Long.getLong("proteus.seed") == null) {
      assertThat(splits[0]).as("held").isGreaterThan(SEEDS / 8);
      assertThat(splits[1]).as("not held").isGreaterThan(SEEDS / 4);
    }
  }

  private static boolean fits(Situation now, SetMemorySplit step) {
    Node node = now.topology().node(step.node()).orElseThrow();
    MemorySplit present = node.memory();
    if (present == null || step.memory().readCache().value() <= present.readCache().value()) {
      return true;
    }
    NodeLoad load = now.loads().get(step.node());
    double heap = bytes(load.heapMax());
    double own =
        bytes(load.heapKept())
            - bytes(load.cacheUsed())
            - Math.round(heap * present.writeBuffer().value());
    return Math.max(0, own) / heap + step.memory().sum().value() <= 0.95;
  }

  private static long bytes(@Nullable ByteSize known) {
    return Objects.requireNonNull(known).bytes();
  }

  private static Situation withHeaps(SituationBuilder cluster, long seed) {
    Random random = new Random(seed);
    for (Node node : cluster.topology().nodes()) {
      int kept = 300 + random.nextInt(700);
      cluster.node(node.id().value(), heap(1000, kept, random.nextInt(kept)));
    }
    return cluster.build();
  }

  private static Plan plan(Situation now) {
    PolicyStrategy met = PolicyStrategy.met();
    PolicyStrategy fixed =
        new PolicyStrategy(
            new FixedNodes(0), met.configuration(), met.placement(), met.setBlockSizes());
    return fixed.decideRegardlessOfLoad(now) instanceof Verdict.Retarget wanted
        ? NOTHING_PREFETCHED.plan(now, wanted)
        : new Plan("none", 0, layout().build(), List.of(), Price.NOTHING, List.of());
  }

  private static boolean setOnline(NodeTrait... traits) {
    return !plan(situation().node("rs1", traits), layout().node("rs1", READ)).steps().isEmpty();
  }

  private static Node node(NodeTrait... traits) {
    return situation().node("rs1", traits).build().topology().nodes().get(0);
  }

  private static NodeLoad load(NodeTrait... traits) {
    return situation().node("rs1", traits).build().loads().values().iterator().next();
  }

  private static Plan plan(SituationBuilder cluster, Layouts wanted) {
    return Figures.PLANNER.plan(cluster.build(), wanted.wanted());
  }
}
