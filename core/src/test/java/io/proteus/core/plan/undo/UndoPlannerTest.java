package io.proteus.core.plan.undo;

import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.keepsWriteBuffer;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.NodeTrait.unpinned;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.PlanCheck;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.ReleaseMemorySplit;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What puts an action back is made from what was before it and from what is now. */
class UndoPlannerTest {
  private static final Set<Capability> ALL = EnumSet.allOf(Capability.class);
  private static final MemorySplit READ = MemorySplit.of(0.55, 0.10);
  private static final MemorySplit WRITE = MemorySplit.of(0.10, 0.55);
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");
  private static final TableId T = new TableId("t");
  private static final PartitionId A = new PartitionId("a");
  private static final PartitionId B = new PartitionId("b");
  private static final ByteSize SIZE = ByteSize.ofMegabytes(1);
  private static final Reason WHY = ReasonCode.PUT_BACK.says("an operator wants it");

  /** Two nodes with the read profile; a and b on the first. */
  private static SituationBuilder before() {
    return situation()
        .node("rs1", split(READ))
        .node("rs2", split(READ))
        .table("t", 64)
        .partition("a", of("t"), on("rs1"))
        .partition("b", of("t"), on("rs1"));
  }

  private static Step move(PartitionId partition, NodeId from, NodeId to) {
    return new MovePartition(partition, T, from, to, SIZE);
  }

  private static Plan undo(SituationBuilder now, Step... issued) {
    return undo(now, ALL, issued);
  }

  private static Plan undo(SituationBuilder now, Set<Capability> capabilities, Step... issued) {
    return undo(now.topology(), capabilities, issued);
  }

  private static Plan undo(Topology now, Set<Capability> capabilities, Step... issued) {
    return UndoPlanner.plan(
        "undo-1",
        new UndoPlanner.Action(
            "plan-1",
            7,
            List.of(new IssuedSteps(before().topology(), List.of(issued))),
            List.of(WHY)),
        now,
        capabilities);
  }

  private static List<String> sentences(Plan plan) {
    return plan.steps().stream().map(Step::toString).toList();
  }

  @Test
  void namesWhatItUndoesAndWhy() {
    Plan plan = undo(before().partition("a", on("rs2")), move(A, RS1, RS2));

    assertThat(plan.undoes()).isEqualTo("plan-1");
    assertThat(plan.id()).isEqualTo("undo-1");
    assertThat(plan.reasons()).containsExactly(WHY);
  }

  @Test
  void onlyWhatWasAskedForIsPutBack() {
    Plan plan =
        undo(before().partition("a", on("rs2")).partition("b", on("rs2")), move(A, RS1, RS2));

    assertThat(plan.steps()).hasSize(1);
    assertThat(sentences(plan).get(0)).startsWith("move a of t").endsWith("from rs2 to rs1");
  }

  @Test
  void whatADeadNodeCutOffStaysAndSoDoesItsNode() {
    SituationBuilder now =
        before()
            .node("rs3", split(READ))
            .partition("a", on("rs3"))
            .partition("b", on("rs3"))
            .gap(Gap.Kind.MOVE_CUT_OFF, "a", "rs9, to which it was on its way, is dead");

    Plan plan = undo(now, new AddNode(RS3, 3, READ), move(A, RS1, RS3), move(B, RS1, RS3));

    assertThat(sentences(plan)).hasSize(1);
    assertThat(sentences(plan).get(0)).startsWith("move b of t").endsWith("from rs3 to rs1");
    assertThat(plan.reasons())
        .extracting(Reason::toString)
        .contains(
            "STAYS_CHANGED: nothing ends rs3, as partitions there cannot be moved",
            "PARTITIONS_IN_TRANSITION: a stays where it is; rs9, to which it was on its way, is"
                + " dead");
  }

  @Test
  void whatTakesARestartIsLeftAsItIsWhereItsNodeCannotBeEmptied() {
    SituationBuilder now =
        situation()
            .node("rs1", byRestart(), split(WRITE))
            .node("rs2", split(READ))
            .table("t", 64)
            .partition("a", of("t"), on("rs1"))
            .gap(Gap.Kind.MOVE_CUT_OFF, "a", "rs9, to which it was on its way, is dead");

    Plan plan = undo(now, new RestartNode(RS1, WRITE));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons())
        .extracting(Reason::toString)
        .contains(
            "STAYS_CHANGED: the settings of rs1 stay, as partitions there cannot be moved meanwhile");
  }

  @Test
  void whatNeverHappenedNeedsNoStep() {
    assertThat(undo(before(), move(A, RS1, RS2), new SetMemorySplit(RS1, WRITE)).steps()).isEmpty();
  }

  @Test
  void whatMovedLastGoesBackFirst() {
    Plan plan =
        undo(
            before().partition("a", on("rs2")).partition("b", on("rs2")),
            move(A, RS1, RS2),
            move(B, RS1, RS2));

    assertThat(plan.steps())
        .extracting(step -> ((MovePartition) step).partition())
        .containsExactly(B, A);
  }

  @Test
  void settingsGoBackValueByValue() {
    Plan plan =
        undo(
            before().node("rs2", split(WRITE)).table("t", 32),
            new SetBlockSize(T, ByteSize.ofKilobytes(32)),
            new SetMemorySplit(RS2, WRITE));

    assertThat(plan.steps())
        .containsExactly(
            new SetMemorySplit(RS2, READ), new SetBlockSize(T, ByteSize.ofKilobytes(64)));
  }

  @Test
  void cachesGrowBeforePartitionsGoBackAndShrinkAfter() {
    Plan plan =
        undoOf(
            before().node("rs1", split(WRITE)).node("rs2", split(READ)),
            before().node("rs1", split(READ)).node("rs2", split(WRITE)).partition("a", on("rs2")),
            new SetMemorySplit(RS1, READ),
            move(A, RS1, RS2),
            new SetMemorySplit(RS2, WRITE));

    assertThat(sentences(plan))
        .containsExactly(
            "set rs2 online to cache 55 %, write buffer 10 %",
            "move a of t (100 MB) from rs2 to rs1",
            "set rs1 online to cache 10 %, write buffer 55 %");
  }

  /** What it was asked for outlives it, so it would never again go by its files. */
  @Test
  void aNodeThatWentByItsFilesDoesSoAgainOnceItHasItsFormerSplit() {
    SituationBuilder was = situation().node("rs1", split(READ), unpinned()).node("rs2", unpinned());
    Step[] issued = {new SetMemorySplit(RS1, WRITE), new SetMemorySplit(RS1, READ)};

    Plan changed = undoOf(was, situation().node("rs1", split(WRITE)), issued);
    Plan halfUndone = undoOf(was, situation().node("rs1", split(READ)), issued);
    Plan undone = undoOf(was, situation().node("rs1", split(READ), unpinned()), issued);

    assertThat(changed.steps())
        .containsExactly(new SetMemorySplit(RS1, READ), new ReleaseMemorySplit(RS1, READ));
    assertThat(halfUndone.steps()).containsExactly(new ReleaseMemorySplit(RS1, READ));
    assertThat(undone.steps()).isEmpty();
  }

  @Test
  void aReleaseThatIsUndoneIsTheSplitAgain() {
    SituationBuilder was = situation().node("rs1", split(READ));

    assertThat(
            undoOf(
                    was,
                    situation().node("rs1", split(WRITE), unpinned()),
                    new ReleaseMemorySplit(RS1, READ))
                .steps())
        .containsExactly(new SetMemorySplit(RS1, READ));
  }

  private static Plan undoOf(SituationBuilder was, SituationBuilder now, Step... issued) {
    return UndoPlanner.plan(
        "undo-1",
        new UndoPlanner.Action(
            "plan-1", 7, List.of(new IssuedSteps(was.topology(), List.of(issued))), List.of(WHY)),
        now.topology(),
        ALL);
  }

  @Test
  void aNodeThatTakesARestartIsDrainedForItAndGetsBackWhatItHolds() {
    Plan plan = undo(before().node("rs1", split(WRITE), byRestart()), new RestartNode(RS1, WRITE));

    assertThat(sentences(plan))
        .hasSize(5)
        .satisfies(all -> assertThat(all.get(2)).startsWith("restart rs1 with"));
    assertThat(plan.steps().subList(3, 5))
        .allMatch(step -> ((MovePartition) step).to().equals(RS1));
  }

  /** Its file has the new split since; online alone would leave it there for the next start. */
  @Test
  void whatTookARestartGoesBackByARestartThoughItCouldGoBackOnline() {
    SituationBuilder was =
        situation().node("rs1", split(WRITE), keepsWriteBuffer()).node("rs2", split(WRITE));

    Plan plan =
        undoOf(
            was,
            situation().node("rs1", split(READ), keepsWriteBuffer()).node("rs2", split(WRITE)),
            new RestartNode(RS1, READ));

    assertThat(plan.steps()).containsExactly(new RestartNode(RS1, WRITE));
  }

  @Test
  void aNodeThatTheActionTookDownIsStartedFirst() {
    SituationBuilder now =
        situation()
            .node("rs2", split(WRITE), byRestart())
            .table("t", 64)
            .partition("a", of("t"), on("rs2"))
            .partition("b", of("t"), on("rs2"))
            .dead("rs1");

    Plan plan =
        undo(
            now,
            new RestartNode(RS2, WRITE),
            move(A, RS1, RS2),
            move(B, RS1, RS2),
            new RestartNode(RS1, WRITE));

    assertThat(plan.steps().get(0)).isEqualTo(new RestartNode(RS1, READ));
    assertThat(PlanCheck.objection(plan, now.topology())).isEmpty();
  }

  @Test
  void nodesThatCameAreEmptiedAndGo() {
    Plan plan =
        undo(
            before().node("rs3", split(READ)).partition("c", of("t"), on("rs3")),
            new AddNode(NodeId.planned(1), 3, READ));

    assertThat(sentences(plan).get(0)).startsWith("move c of t").endsWith("from rs3 to rs2");
    assertThat(plan.steps().subList(1, 3))
        .containsExactly(new RemoveNode(RS3), new ForgetNode(RS3));
    assertThat(plan.target().removed()).containsExactly(RS3);
  }

  @Test
  void whatItChangesOfTheCostOfMachinesIsSaidWherePricesAreKnown() {
    SituationBuilder grown = before().node("rs3", split(READ)).partition("c", of("t"), on("rs3"));
    Step added = new AddNode(NodeId.planned(1), 3, READ);
    MachinePrices prices =
        new MachinePrices(new TreeMap<>(Map.of(RS3, new BigDecimal("0.5"))), BigDecimal.ONE);
    MachinePrices others =
        new MachinePrices(new TreeMap<>(Map.of(RS1, new BigDecimal("0.5"))), BigDecimal.ONE);

    assertThat(money(undo(grown.topology().with(prices), ALL, added)))
        .containsExactly("what the machines cost: 0.5 an hour less");
    assertThat(money(undo(grown.topology().with(others), ALL, added)))
        .containsExactly("what the machines cost: not known, as 1 machine has no known price");
    assertThat(money(undo(grown, added))).isEmpty();
    assertThat(money(undo(before().topology().with(prices), ALL, move(A, RS1, RS2)))).isEmpty();
  }

  private static List<String> money(Plan plan) {
    return plan.reasons().stream()
        .map(reason -> reason.sentence().toString())
        .filter(sentence -> sentence.contains("what the machines cost"))
        .toList();
  }

  @Test
  void whoeverCameBesidesStays() {
    Plan plan =
        undo(
            before().node("rs3", split(READ)).node("rs4", split(READ)),
            new AddNode(NodeId.planned(1), 3, READ));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons()).extracting(Reason::code).contains(ReasonCode.STAYS_CHANGED);
  }

  /** The machine that was asked for never came, and an operator has started another. */
  @Test
  void aNodeThatProteusDidNotStartStays() {
    Topology now = before().node("rs3", split(READ)).topology();
    Map<NodeId, Instant> running = new TreeMap<>();
    now.nodes().forEach(node -> running.put(node.id(), NOW));
    Set<NodeId> own = Set.of(RS1, RS2);

    Plan plan = undo(now.withMachines(running, own), ALL, new AddNode(NodeId.planned(1), 3, READ));

    assertThat(plan.steps()).isEmpty();
    assertThat(
            undo(now.withMachines(running, null), ALL, new AddNode(NodeId.planned(1), 3, READ))
                .steps())
        .as("a cloud that tells nothing of who started it")
        .isNotEmpty();
  }

  @Test
  void aNodeThatWentIsReplacedFirstAndThenGetsWhatItHeld() {
    SituationBuilder alone =
        situation()
            .node("rs2", split(READ))
            .table("t", 64)
            .partition("a", of("t"), on("rs2"))
            .partition("b", of("t"), on("rs2"));
    Step[] removal = {move(A, RS1, RS2), move(B, RS1, RS2), new RemoveNode(RS1)};

    assertThat(undo(alone, removal).steps())
        .containsExactly(new AddNode(NodeId.planned(1), 2, READ));
    assertThat(undo(alone.node("rs9", split(READ)), removal).steps())
        .hasSize(2)
        .allMatch(step -> ((MovePartition) step).to().equals(new NodeId("rs9")));
  }

  @Test
  void whatIsGoneIsSaid() {
    SituationBuilder now =
        situation().node("rs2", split(READ)).table("t", 64).partition("b", of("t"), on("rs2"));

    Plan plan = undo(now, move(A, RS1, RS2), move(B, RS1, RS2));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons())
        .extracting(Reason::sentence)
        .anyMatch(
            sentence -> sentence.toString().contains("what was on rs1 stays where it is by now"))
        .anyMatch(
            sentence -> sentence.toString().contains("1 partition was split, merged or dropped"));
  }

  @Test
  void whatTheStoreCannotDoIsSaid() {
    Plan plan =
        undo(
            before().node("rs1", split(WRITE), byRestart()).partition("a", on("rs2")),
            Set.of(),
            new RestartNode(RS1, WRITE),
            move(A, RS1, RS2));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons()).extracting(Reason::code).contains(ReasonCode.NOT_CAPABLE);
  }

  @Test
  void dataThatWasBroughtAlongIsBroughtBack() {
    Plan plan =
        undo(
            before().partition("a", on("rs2")),
            move(A, RS1, RS2),
            new CompactPartition(A, T, RS2, Ratio.of(0.9), SIZE));

    assertThat(plan.steps().get(1))
        .isInstanceOfSatisfying(
            CompactPartition.class, step -> assertThat(step.node()).isEqualTo(RS1));
  }

  @Test
  void theFirstOfSeveralPlansTellsWhatWasBefore() {
    SituationBuilder grown = before().node("rs3", split(READ)).partition("a", on("rs2"));
    UndoPlanner.Action action =
        new UndoPlanner.Action(
            "plan-2",
            7,
            List.of(
                new IssuedSteps(
                    before().topology(), List.of(new AddNode(NodeId.planned(1), 3, READ))),
                new IssuedSteps(grown.topology(), List.of(move(A, RS2, RS3)))),
            List.of(WHY));

    Plan plan = UndoPlanner.plan("undo-1", action, grown.partition("a", on("rs3")).topology(), ALL);

    assertThat(sentences(plan))
        .satisfiesExactly(
            first -> assertThat(first).endsWith("from rs3 to rs2"),
            second -> assertThat(second).isEqualTo("stop rs3 for good"),
            third -> assertThat(third).isEqualTo("forget rs3"));
  }
}
