package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.bounds.MaintenanceWindow;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.bounds.PlanLimits;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.testkit.MixedClusters;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A resize waits for days, for a person or its window, and the strategy may come to the opposite.
 */
class OppositeWishTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "looked at it, ticket 7");

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));

  /** The window opens hours after now. */
  private Approvals approvals(ApprovalMode mode) throws Exception {
    LocalTime opens = rig.clock.instant().atOffset(ZoneOffset.UTC).toLocalTime().plusHours(3);
    MaintenanceWindow window =
        new MaintenanceWindow(
            EnumSet.allOf(DayOfWeek.class), opens, opens.plusHours(1), ZoneOffset.UTC);
    return Approvals.begin(
        rig.log,
        rig.time,
        new ApprovalSettings(
            mode,
            Duration.ofHours(1),
            Duration.ofMinutes(30),
            new Bounds(PlanLimits.NONE, new MaintenanceWindows(List.of(window)), Set.of())),
        rig.stop.narrower());
  }

  private Decision changing(String plan, int nodes, ReasonCode why) {
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i <= Math.abs(nodes); i++) {
      NodeId node = new NodeId("rs" + (10 + i));
      steps.add(nodes < 0 ? new RemoveNode(node) : new AddNode(node, 2 + i, null));
    }
    return rig.decisionOf(
        new Plan(
            plan,
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            steps,
            Price.of(steps),
            List.of(why.says("by the test"))));
  }

  private static void decided(Approvals approvals, Decision decision) throws Exception {
    assertThat(approvals.to(decision, Optional.empty())).isFalse();
  }

  private String lastEnd() throws Exception {
    return rig.journal.before(Long.MAX_VALUE, 1, List.of("proposal-ended")).stream()
        .map(entry -> ((ProposalEnded) entry.event()).sentence().toString())
        .findFirst()
        .orElse("none");
  }

  private static String pending(Approvals approvals) {
    return Objects.requireNonNull(approvals.status().pending()).plan().id();
  }

  @Test
  void anApprovedRemovalExpiresOnceMoreNodesAreWantedAndTheGrowthIsProposed() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    decided(approvals, changing("fewer", -2, ReasonCode.SHRINK));
    approvals.approve("fewer", ANNA);
    assertThat(approvals.status().approved()).isEqualTo("fewer");

    decided(approvals, changing("more", 1, ReasonCode.GROW));

    assertThat(approvals.status().approved()).isNull();
    assertThat(lastEnd())
        .isEqualTo("it is no longer wanted: it removes 2 nodes, and 1 more node is wanted now");
    assertThat(pending(approvals)).isEqualTo("more");
  }

  @Test
  void aProposedGrowthExpiresOnceFewerNodesAreWanted() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    decided(approvals, changing("more", 1, ReasonCode.GROW));

    decided(approvals, changing("fewer", -2, ReasonCode.SHRINK));

    assertThat(lastEnd())
        .isEqualTo("it is no longer wanted: it adds 1 node, and 2 fewer nodes are wanted now");
    assertThat(pending(approvals)).isEqualTo("fewer");
  }

  @Test
  void aResizeToTheSameSideAndAPlanWithoutOneLeaveItWaiting() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    decided(approvals, changing("fewer", -2, ReasonCode.SHRINK));
    approvals.approve("fewer", ANNA);

    decided(approvals, changing("fewer-still", -3, ReasonCode.SHRINK));
    decided(approvals, changing("same", 0, ReasonCode.RECONFIGURE));

    assertThat(approvals.status().approved()).isEqualTo("fewer");
  }

  @ParameterizedTest
  @EnumSource(names = {"RECOMMEND", "AUTOMATIC"})
  void aResizeThatAPersonOrderedWaitsWhateverTheStrategyWants(ApprovalMode mode) throws Exception {
    Approvals approvals = approvals(mode);
    approvals.order(changing("fewer", -2, ReasonCode.NODES_ORDERED), "nodes remove 2", ANNA);
    approvals.approve("fewer-o1", ANNA);

    decided(approvals, changing("more", 1, ReasonCode.GROW));

    assertThat(approvals.status().approved()).isEqualTo("fewer-o1");
  }
}
