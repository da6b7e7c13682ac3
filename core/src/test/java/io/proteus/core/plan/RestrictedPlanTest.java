package io.proteus.core.plan;

import static io.proteus.core.fixture.Layouts.AS_IT_WAS;
import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.layout;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.PartitionTrait.local;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.rows;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.Layouts;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What operators have ruled out in the store is not planned. */
class RestrictedPlanTest {
  private static final TableId T = new TableId("t");

  @Test
  void aCompactionThatTheStoreIgnoresIsNotPlannedAndSaidOnce() {
    SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("a", reads(5), on("rs1"))
            .partition("b", reads(5), on("rs1"))
            .partition("c", of("u"), reads(5), on("rs2"), local(0.1))
            .restricted(
                Restrictions.of(List.of(), Map.of(T, "it is read only"), Map.of(), Map.of()));

    Plan plan =
        plan(cluster, layout().node("rs1", AS_IT_WAS).node("rs2", AS_IT_WAS, "a", "b", "c"));

    assertThat(plan.steps().stream().map(Step::toString))
        .containsExactly(
            "move a of t (100 MB) from rs1 to rs2",
            "move b of t (100 MB) from rs1 to rs2",
            "compact c of u (100 MB) on rs2 until 90 % of it is local");
    assertThat(said(plan)).containsOnlyOnce("the store does not compact t: it is read only");
  }

  @Test
  void norIsOneOnANodeThatDoesNotCompact() {
    SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("a", reads(5), on("rs1"))
            .restricted(
                Restrictions.of(
                    List.of(), Map.of(), Map.of(new NodeId("rs2"), "switched off"), Map.of()));

    Plan plan = plan(cluster, layout().node("rs1", AS_IT_WAS).node("rs2", AS_IT_WAS, "a"));

    assertThat(plan.steps().stream().map(Step::toString))
        .containsExactly("move a of t (100 MB) from rs1 to rs2");
  }

  @Test
  void aStepNamesTheRowsThatItMoves() {
    SituationBuilder cluster =
        situation().nodes(2).partition("a", reads(5), on("rs1"), rows("f", "m"));

    Plan plan = plan(cluster, layout().node("rs1", AS_IT_WAS).node("rs2", AS_IT_WAS, "a"));

    assertThat(plan.steps().stream().map(Step::toString))
        .containsExactly(
            "move a of t (100 MB, rows f..m) from rs1 to rs2",
            "compact a of t (100 MB, rows f..m) on rs2 until 90 % of it is local");
  }

  @Test
  void aNodeIsEmptiedOntoNodesOfItsOwnPoolAndNotAtAllWhereThereIsNone() {
    SituationBuilder cluster =
        situation()
            .nodes(2, byRestart())
            .node("rs3")
            .node("alone", byRestart())
            .partition("a", reads(5), on("rs1"))
            .partition("b", reads(5), on("rs2"))
            .partition("c", of("u"), reads(5), on("alone"))
            .restricted(
                Restrictions.ofPools(
                    pool("default", true, List.of("rs1", "rs2"), T),
                    pool("mine", false, List.of("alone"), new TableId("u")),
                    pool("idle", false, List.of("rs3"))));

    Plan plan =
        plan(
            cluster,
            layout().node("rs1", READ, "a").node("rs2", READ, "b").node("alone", READ, "c"));

    assertThat(plan.steps()).filteredOn(RestartNode.class::isInstance).hasSize(2);
    assertThat(plan.steps().stream().flatMap(step -> step.relocation().stream()))
        .isNotEmpty()
        .allMatch(move -> List.of("rs1", "rs2").contains(move.to().value()));
    assertThat(said(plan))
        .contains("alone keep their settings: no other node may hold what they hold meanwhile");
  }

  @Test
  void aPlanMadeBeforeATableChangedItsPoolNoLongerFits() {
    SituationBuilder cluster = situation().nodes(2).partition("a", reads(5), on("rs1"));
    Plan plan = plan(cluster, layout().node("rs1", AS_IT_WAS).node("rs2", AS_IT_WAS, "a"));

    assertThat(PlanCheck.objection(plan, cluster.topology())).isEmpty();
    assertThat(
            PlanCheck.objection(
                plan,
                cluster
                    .restricted(
                        Restrictions.ofPools(
                            pool("default", true, List.of("rs1"), T),
                            pool("other", false, List.of("rs2"))))
                    .topology()))
        .hasValueSatisfying(
            reason -> {
              assertThat(reason.code()).isEqualTo(ReasonCode.OVERTAKEN);
              assertThat(reason.toString()).contains("rs2 may not hold partitions of t");
            });
  }

  @Test
  void aStepThatAnUndoCouldNotPutBackIsNamed() {
    SituationBuilder known = situation().node("rs1").partition("a", reads(1), on("rs1"));
    SituationBuilder unlike = situation().node("rs1").partition("a", reads(1), on("rs1"));
    SituationBuilder unknown =
        situation().node("rs1").partition("a", reads(1), on("rs1")).tableOfUnknownBlocks("t");
    unlike.families("t", Map.of("f", 8, "g", 256));
    Layouts wanted = layout().node("rs1", AS_IT_WAS, "a").table("t", 32);

    assertThat(said(plan(known, wanted))).noneMatch(text -> text.contains("could not put"));
    assertThat(said(plan(unlike, wanted))).noneMatch(text -> text.contains("could not put"));
    assertThat(plan(unknown, wanted).steps()).hasOnlyElementsOfType(SetBlockSize.class);
    assertThat(said(plan(unknown, wanted)))
        .contains(
            "an undo could not put these back, as what was before is not known: set blocks of t to"
                + " 32 KB");
  }

  private static Pool pool(String name, boolean takesNew, List<String> nodes, TableId... tables) {
    return new Pool(name, nodes.stream().map(NodeId::new).toList(), List.of(tables), takesNew);
  }

  private static Plan plan(SituationBuilder cluster, Layouts wanted) {
    return Figures.PLANNER.plan(cluster.build(), wanted.wanted());
  }

  private static List<String> said(Plan plan) {
    return plan.reasons().stream().map(Reason::sentence).map(Object::toString).toList();
  }
}
