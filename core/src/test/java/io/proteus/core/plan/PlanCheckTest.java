package io.proteus.core.plan;

import static io.proteus.core.fixture.Layouts.AS_IT_WAS;
import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.layout;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.Layouts;
import io.proteus.core.fixture.PlayedCluster;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.EndMachine;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.Price;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a plan still fits what is observed now. */
class PlanCheckTest {
  private final Layouts moveA =
      layout().node("rs1", AS_IT_WAS, "b").node("rs2", AS_IT_WAS, "a").node("rs3", AS_IT_WAS);

  @Test
  void aPlanFitsTheClusterThatItWasMadeFromAndTheOneThatItMakes() {
    Plan plan = plan(cluster(), moveA);
    PlayedCluster done = new PlayedCluster(cluster().topology());
    done.play(plan.steps());

    assertThat(PlanCheck.objection(plan, cluster().topology())).isEmpty();
    assertThat(PlanCheck.objection(plan, done.topology())).isEmpty();
  }

  @Test
  void aNodeThatDiedSinceOvertakesIt() {
    assertObjection(
        plan(cluster(), moveA), two().dead("rs3"), "NODE_DEAD: rs3 died after the plan was made");
  }

  @Test
  void aNodeThatThePlanDoesNotCountOnMayBeDead() {
    assertThat(PlanCheck.objection(plan(cluster(), moveA), cluster().dead("rs9").topology()))
        .isEmpty();
  }

  @Test
  void aNodeThatThePlanItselfRestartsMayBeDown() {
    Plan plan =
        plan(
            cluster().node("rs3", byRestart()),
            layout().node("rs1", AS_IT_WAS, "a", "b").node("rs2", AS_IT_WAS).node("rs3", READ));
    SituationBuilder restarting = two().dead("rs3");

    assertThat(PlanCheck.objection(plan, restarting.topology())).isEmpty();
  }

  /** It came while its machine was being ended, and Proteus died before it could strike it off. */
  @Test
  void aNodeThatThePlanIsToForgetMayBeDown() {
    Plan moves = plan(cluster(), moveA);
    Plan plan =
        new Plan(
            moves.id(),
            moves.basedOn(),
            moves.target(),
            List.of(
                new EndMachine(new NodeId("rs9"), SituationBuilder.NOW),
                new ForgetNode(new NodeId("rs9"))),
            Price.NOTHING,
            List.of());

    assertThat(PlanCheck.objection(plan, cluster().dead("rs9").topology())).isEmpty();
  }

  @Test
  void aNodeThatIsNeededAndNotThereOvertakesIt() {
    SituationBuilder without =
        situation()
            .node("rs1")
            .partition("a", reads(1), on("rs1"))
            .partition("b", reads(1), on("rs1"));

    assertObjection(
        plan(cluster(), moveA), without, "OVERTAKEN: the plan needs rs2, which is not a live node");
  }

  @Test
  void aNodeThatIsNoLongerNeededMayBeGone() {
    SituationBuilder without =
        situation()
            .node("rs1")
            .node("rs2")
            .partition("a", reads(1), on("rs2"))
            .partition("b", reads(1), on("rs1"));

    assertThat(PlanCheck.objection(plan(cluster(), moveA), without.topology())).isEmpty();
  }

  @Test
  void aPartitionThatWasSplitOvertakesIt() {
    SituationBuilder split =
        situation()
            .nodes(3)
            .partition("a1", reads(1), on("rs1"))
            .partition("a2", reads(1), on("rs1"))
            .partition("b", reads(1), on("rs1"));

    assertObjection(
        plan(cluster(), moveA),
        split,
        "OVERTAKEN: 1 partition of the plan was split, merged or dropped since");
  }

  @Test
  void aNewPartitionDoesNot() {
    SituationBuilder more = cluster().partition("c", reads(1), on("rs3"));

    assertThat(PlanCheck.objection(plan(cluster(), moveA), more.topology())).isEmpty();
  }

  @Test
  void aNodeThatIsToBeStartedNeedNotBeThere() {
    Plan plan = plan(cluster(), layout().node("rs1", AS_IT_WAS, "b").node("+1", AS_IT_WAS, "a"));

    assertThat(PlanCheck.objection(plan, cluster().topology())).isEmpty();
  }

  private static SituationBuilder cluster() {
    return two().node("rs3");
  }

  private static SituationBuilder two() {
    return situation()
        .nodes(2)
        .partition("a", reads(1), on("rs1"))
        .partition("b", reads(1), on("rs1"));
  }

  private static Plan plan(SituationBuilder cluster, Layouts wanted) {
    return Figures.PLANNER.plan(cluster.build(), wanted.wanted());
  }

  private static void assertObjection(Plan plan, SituationBuilder now, String why) {
    assertThat(PlanCheck.objection(plan, now.topology())).get().hasToString(why);
  }
}
