package io.proteus.controller.newstep;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.bounds.MaintenanceWindow;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.bounds.PlanLimits;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.undo.UndoPlanner;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/** The life of a step that core does not know, from its plan to its undo. */
public final class LabelTableLife implements Callable<String> {
  private static final TableId A = new TableId("a");
  private static final TableId B = new TableId("b");

  private final Rig rig =
      new Rig(clock -> cluster().clock(clock).node("rs1").holding("a", 2).holding("b", 2));

  private static Plan plan(String id, Step... steps) {
    return new Plan(
        id,
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        List.of(steps),
        Price.of(List.of(steps)),
        List.of(ReasonCode.ASKED_FOR.says("by the test")));
  }

  @Override
  public String call() throws Exception {
    Plan first = plan("first", new LabelTable(A, "old"), new LabelTable(B, "old"));
    Plan second = plan("second", new LabelTable(A, "new"));
    isReadBackAsItWas(first);
    needsAWindowUnlessItsKindDoesNot(first);

    assertThat(rig.carryOut(first)).isEqualTo(new Outcome.Completed(2));
    Topology before = rig.cluster.peek();
    assertThat(rig.carryOut(second)).isEqualTo(new Outcome.Completed(1));
    assertThat(new LabelTable(A, "new").isDone(rig.cluster.peek())).isTrue();
    isInTheJournal(first);

    isPutBack(second, before);
    return "lived";
  }

  private static void isReadBackAsItWas(Plan plan) throws Exception {
    String json = CoreJson.text(plan);

    assertThat(json).contains("\"step\":\"label-table\"", "\"tablesLabelled\":2");
    assertThat(CoreJson.read(json, Plan.class)).isEqualTo(plan);
    assertThat(plan.price().amount(LabelTable.LABELS)).isEqualTo(2);
  }

  private void needsAWindowUnlessItsKindDoesNot(Plan plan) {
    Instant now = rig.clock.instant();

    assertThat(StepKind.of("labels")).contains(LabelTable.KIND);
    assertThat(bounds(Set.of()).notNow(plan, now)).isPresent();
    assertThat(bounds(Set.of(LabelTable.KIND)).notNow(plan, now)).isEmpty();
  }

  /** A window that opens in an hour. */
  private Bounds bounds(Set<StepKind> anytime) {
    LocalTime from = rig.clock.instant().atOffset(ZoneOffset.UTC).toLocalTime().plusHours(1);
    return new Bounds(
        PlanLimits.NONE,
        new MaintenanceWindows(
            List.of(
                new MaintenanceWindow(
                    EnumSet.allOf(DayOfWeek.class), from, from.plusHours(1), ZoneOffset.UTC))),
        anytime);
  }

  private void isInTheJournal(Plan plan) throws Exception {
    assertThat(rig.journal.ofPlan(plan.id()))
        .extracting(entry -> entry.event().toString())
        .anyMatch(event -> event.contains("label a old"));
  }

  private void isPutBack(Plan plan, Topology before) {
    UndoPlanner.Action action =
        new UndoPlanner.Action(
            plan.id(),
            1,
            List.of(new IssuedSteps(before, plan.steps())),
            List.of(ReasonCode.PUT_BACK.says("by the test")));
    Plan undo =
        UndoPlanner.plan("undo", action, rig.cluster.peek(), EnumSet.allOf(Capability.class));

    assertThat(undo.steps()).containsExactly(new LabelTable(A, "old"));
    assertThat(rig.carryOut(undo)).isEqualTo(new Outcome.Completed(1));
    assertThat(new LabelTable(A, "old").isDone(rig.cluster.peek())).isTrue();
  }
}
