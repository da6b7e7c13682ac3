package io.proteus.controller.approval;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Actuator;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.bounds.MaintenanceWindow;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.bounds.PlanLimits;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.Pace;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A plan that made things worse is proposed to be undone, and a person decides. */
class UndoProposalTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "looked at it, ticket 7");

  /** More than it takes to settle and to be looked at. */
  private static final int UNTIL_VERIFIED = 14;

  private static final VerificationSettings VERIFICATION =
      new VerificationSettings(
          WhenWorse.UNDO, Duration.ofMinutes(2), Duration.ofMinutes(4), Ratio.of(0.1));

  private static final RequestRates READ = new RequestRates(100, 0, 0);
  private static final RequestRates SCANNED = new RequestRates(0, 0, 100);
  private static final NodeId RS3 = new NodeId("rs3");

  private Rig rig = new Rig(UndoProposalTest::two);
  private Map<PartitionId, RequestRates> asked = rig.cluster.rates();
  private Rig.Picture before = rig.picture();

  private static ClusterBuilder two(ManualClock clock) {
    ClusterBuilder two = cluster().clock(clock).pace(Pace.everythingTakes(1));
    return busy(busy(two, "rs1"), "rs2");
  }

  private static ClusterBuilder busy(ClusterBuilder cluster, String node) {
    return cluster.node(node).cpu(0.7).holding("t1", 2, READ).holding("t2", 2, SCANNED);
  }

  private void addAThirdServer() {
    rig = new Rig(clock -> busy(two(clock), RS3.value()));
    asked = rig.cluster.rates();
    before = rig.picture();
  }

  private record Rigged(Approvals approvals, ControlLoop loop) {
    Proposal pending() {
      return Objects.requireNonNull(approvals.status().pending(), "no plan waits");
    }

    boolean nothingWaits() {
      return approvals.status().pending() == null;
    }
  }

  private Rigged rigged(ApprovalMode mode) throws Exception {
    return rigged(mode, Rig.MET, Bounds.NONE);
  }

  private Rigged rigged(ApprovalMode mode, DecisionMaker decisions, Bounds bounds)
      throws Exception {
    StopSignal planStop = rig.stop.narrower();
    Approvals approvals =
        Approvals.begin(
            rig.log,
            rig.time,
            new ApprovalSettings(mode, Duration.ofHours(1), Duration.ofMinutes(30), bounds),
            planStop);
    Actuator.ExecutionOptions options =
        new Actuator.ExecutionOptions(Rig.LIMITS, VERIFICATION, approvals, planStop);
    return new Rigged(approvals, rig.loop(decisions, rig.journal, options, approvals));
  }

  /** A loop with nobody to ask. */
  private ControlLoop alone(Bounds bounds) {
    return rig.loop(
        Rig.MET,
        rig.journal,
        new Actuator.ExecutionOptions(Rig.LIMITS, VERIFICATION, Progress.UNSEEN, rig.stop),
        new BoundedConsent(bounds, rig.time));
  }

  private Cycle cycles(Rigged rigged, int count) {
    return last(rigged.loop(), count);
  }

  private Cycle last(ControlLoop loop, int count) {
    return rig.cycles(loop, count).get(count - 1);
  }

  private void serve(double share) {
    asked.forEach(
        (partition, rates) ->
            rig.cluster.rate(partition, RequestRates.NONE.blend(1 - share, rates)));
  }

  /** The pending plan is approved and done, and half as much is served from then on. */
  private String harmfulPlan(Rigged rigged) throws Exception {
    String plan = rigged.pending().plan().id();
    rigged.approvals().approve(plan, ANNA);
    assertThat(rigged.loop().approved()).isPresent();
    serve(0.5);
    return plan;
  }

  private int moves() {
    return rig.cluster.faults().count(Call.MOVE);
  }

  private <E> List<E> events(String kind, Class<E> type) throws JournalException {
    return rig.journal.before(Long.MAX_VALUE, 100, List.of(kind)).stream()
        .map(JournalEntry::event)
        .map(type::cast)
        .toList();
  }

  @Test
  void itWaitsForAPersonWithTheFiguresThatSpeakForIt() throws Exception {
    Rigged rigged = rigged(ApprovalMode.RECOMMEND);
    cycles(rigged, 10);
    String plan = harmfulPlan(rigged);
    int moves = moves();

    cycles(rigged, UNTIL_VERIFIED);
    Proposal proposal = rigged.pending();
    cycles(rigged, 6);

    assertThat(proposal.plan().undoes()).isEqualTo(plan);
    assertThat(proposal.plan().reasons().get(0).code()).isEqualTo(ReasonCode.MADE_WORSE);
    assertThat(proposal.plan().reasons().get(0).sentence()).asString().contains("(-50 %)");
    assertThat(rigged.pending()).isEqualTo(proposal);
    assertThat(moves()).isEqualTo(moves);
    assertThat(events("undo-began", UndoBegan.class)).isEmpty();
    assertThat(events("verified", Verified.class)).hasSize(1);
  }

  /** The server may be what got worse. */
  @Test
  void itWaitsBesideADeadServerToo() throws Exception {
    addAThirdServer();
    Rigged rigged = rigged(ApprovalMode.RECOMMEND);
    cycles(rigged, 10);
    String plan = harmfulPlan(rigged);
    for (Partition held : rig.cluster.peek().partitionsByNode().get(RS3)) {
      rig.cluster.reassign(held.id(), new NodeId("rs1"));
    }
    rig.cluster.kill(RS3, 1_000_000);

    cycles(rigged, UNTIL_VERIFIED);
    Proposal proposal = rigged.pending();
    cycles(rigged, 6);

    assertThat(rig.cluster.peek().deadNodes()).containsExactly(RS3);
    assertThat(proposal.plan().undoes()).isEqualTo(plan);
    assertThat(rigged.pending()).as("as long as it waits").isEqualTo(proposal);
    rigged.approvals().approve(proposal.plan().id(), ANNA);
    cycles(rigged, 1);
    assertThat(rigged.loop().approved().orElseThrow().outcome().orElseThrow())
        .isInstanceOf(Outcome.Undone.class);
  }

  @Test
  void approvedItPutsEverythingBackAndNothingLikeItIsProposedForAWhile() throws Exception {
    Rigged rigged = rigged(ApprovalMode.RECOMMEND);
    cycles(rigged, 10);
    String plan = harmfulPlan(rigged);
    cycles(rigged, UNTIL_VERIFIED);

    rigged.approvals().approve(rigged.pending().plan().id(), ANNA);
    Cycle acted = rigged.loop().approved().orElseThrow();

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Undone.class);
    assertThat(rig.picture()).isEqualTo(before);
    assertThat(events("undo-ended", UndoEnded.class))
        .singleElement()
        .satisfies(ended -> assertThat(ended.plan()).isEqualTo(plan))
        .satisfies(ended -> assertThat(ended.outcome()).isEqualTo(UndoEnded.COMPLETED));
    serve(1);
    Cycle last = cycles(rigged, 40);
    assertThat(rigged.nothingWaits()).isTrue();
    assertThat(last.decision().verdict().reasons().get(0).code()).isEqualTo(ReasonCode.AFTER_UNDO);
    rig.assertUnharmed();
  }

  @Test
  void rejectedItIsNotProposedAgain() throws Exception {
    Rigged rigged = rigged(ApprovalMode.RECOMMEND);
    cycles(rigged, 10);
    harmfulPlan(rigged);
    cycles(rigged, UNTIL_VERIFIED);

    rigged.approvals().reject(rigged.pending().plan().id(), ANNA);
    rig.clock.advance(Duration.ofMinutes(30));
    cycles(rigged, 2);
    rigged.loop().close();
    Rigged next = rigged(ApprovalMode.RECOMMEND);
    cycles(next, 2);

    assertThat(events("proposed", Proposed.class))
        .filteredOn(proposed -> proposed.plan().undoes() != null)
        .hasSize(1);
    assertThat(events("undo-began", UndoBegan.class)).isEmpty();
    assertThat(rig.picture()).isNotEqualTo(before);
  }

  /** What waits for a person is in memory only; that things are worse is not. */
  @Test
  void afterARestartItIsProposedAnew() throws Exception {
    Rigged first = rigged(ApprovalMode.RECOMMEND);
    cycles(first, 10);
    String plan = harmfulPlan(first);
    cycles(first, UNTIL_VERIFIED);
    assertThat(first.pending().plan().undoes()).isEqualTo(plan);
    first.loop().close();

    Rigged next = rigged(ApprovalMode.RECOMMEND);
    cycles(next, 2);

    assertThat(next.pending().plan().undoes()).isEqualTo(plan);
    next.approvals().approve(next.pending().plan().id(), ANNA);
    assertThat(next.loop().approved()).isPresent();
    assertThat(rig.picture()).isEqualTo(before);
  }

  /** Who only looks on wants to see what the strategy makes of it. */
  @Test
  void whileProteusObservesADueUndoStandsInTheWayOfNoDecision() throws Exception {
    Rigged rigged = rigged(ApprovalMode.RECOMMEND);
    cycles(rigged, 10);
    harmfulPlan(rigged);
    rigged.approvals().mode(ApprovalMode.OBSERVE, ANNA);

    List<Cycle> cycles = rig.cycles(rigged.loop(), UNTIL_VERIFIED + 2);

    assertThat(events("verified", Verified.class))
        .extracting(verified -> verified.result().code())
        .containsExactly(ReasonCode.MADE_WORSE);
    assertThat(cycles)
        .allMatch(cycle -> cycle.decision().plan().filter(p -> p.undoes() != null).isEmpty());
  }

  @Test
  void aStrategyThatWantsNothingDropsNoUndo() throws Exception {
    Rigged rigged = rigged(ApprovalMode.RECOMMEND);
    cycles(rigged, 10);
    String plan = harmfulPlan(rigged);
    cycles(rigged, UNTIL_VERIFIED);

    calm();
    Cycle last = cycles(rigged, 30);

    assertThat(last.decision().verdict().reasons().get(0).code()).isEqualTo(ReasonCode.HEALTHY);
    assertThat(rigged.pending().plan().undoes()).isEqualTo(plan);
  }

  private void calm() {
    for (String node : List.of("rs1", "rs2")) {
      rig.cluster.host(new NodeId(node), new HostLoad(Ratio.of(0.3), Ratio.ZERO, Ratio.of(0.5)));
    }
  }

  @Test
  void approvedItWaitsForItsWindowWhateverTheStrategyWantsMeanwhile() throws Exception {
    // the rig's clock starts at midnight; the plan is done in the first window, its undo waits
    Bounds bounds =
        new Bounds(
            PlanLimits.NONE,
            new MaintenanceWindows(
                List.of(
                    window(LocalTime.MIDNIGHT, Duration.ofMinutes(10)),
                    window(LocalTime.of(1, 0), Duration.ofHours(1)))),
            Set.of());
    Rigged rigged = rigged(ApprovalMode.RECOMMEND, Rig.MET, bounds);
    cycles(rigged, 10);
    harmfulPlan(rigged);
    cycles(rigged, UNTIL_VERIFIED);
    rigged.approvals().approve(rigged.pending().plan().id(), ANNA);
    assertThat(rigged.loop().approved()).isEmpty();

    calm();
    cycles(rigged, 40);
    assertThat(events("proposal-ended", ProposalEnded.class))
        .extracting(ProposalEnded::outcome)
        .containsOnly("approved");
    rig.clock.advance(Duration.ofMinutes(35));

    assertThat(rigged.loop().approved()).isPresent();
    assertThat(rig.picture()).isEqualTo(before);
  }

  /** One that is closed by the time at which it is known what came of a plan. */
  private static Bounds windowOf(Duration lasts) {
    return new Bounds(
        PlanLimits.NONE,
        new MaintenanceWindows(List.of(window(LocalTime.MIDNIGHT, lasts))),
        Set.of());
  }

  @Test
  void byItselfItIsDoneThoughTheWindowInWhichThePlanBeganHasClosed() throws Exception {
    Rigged rigged = rigged(ApprovalMode.OBSERVE, Rig.MET, windowOf(Duration.ofMinutes(10)));
    cycles(rigged, 10);
    rigged.approvals().mode(ApprovalMode.AUTOMATIC, ANNA);
    assertThat(cycles(rigged, 1).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    serve(0.5);

    cycles(rigged, UNTIL_VERIFIED);

    assertThat(Objects.requireNonNull(rigged.approvals().status().window()).open()).isFalse();
    assertThat(events("undo-ended", UndoEnded.class))
        .extracting(UndoEnded::outcome)
        .containsExactly(UndoEnded.COMPLETED);
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
  }

  @Test
  void soItIsWithNobodyToAsk() throws Exception {
    Rigged watching = rigged(ApprovalMode.OBSERVE);
    cycles(watching, 10);
    watching.loop().close();
    ControlLoop alone = alone(windowOf(Duration.ofMinutes(11)));
    assertThat(last(alone, 3).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    serve(0.5);

    last(alone, UNTIL_VERIFIED);

    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
  }

  /** Else nothing would be decided for as long as the undo is due. */
  @Test
  void beyondALimitWithNobodyToAskItHoldsUpNothingElse() throws Exception {
    Rigged rigged = rigged(ApprovalMode.RECOMMEND);
    cycles(rigged, 10);
    harmfulPlan(rigged);
    rigged.loop().close();
    ControlLoop alone =
        alone(
            new Bounds(
                new PlanLimits(0, null, null, null, null, null, null, null, null),
                MaintenanceWindows.ALWAYS,
                Set.of()));

    List<Cycle> cycles = rig.cycles(alone, UNTIL_VERIFIED + 4);

    assertThat(cycles)
        .filteredOn(cycle -> cycle.decision().plan().filter(p -> p.undoes() != null).isPresent())
        .as("refused once")
        .hasSize(1);
    assertThat(cycles.get(cycles.size() - 1).situation()).isPresent();
    assertThat(events("undo-began", UndoBegan.class)).isEmpty();
    assertThat(rig.picture()).isNotEqualTo(before);
  }

  private static MaintenanceWindow window(LocalTime from, Duration lasts) {
    return new MaintenanceWindow(
        EnumSet.allOf(DayOfWeek.class), from, from.plus(lasts), ZoneOffset.UTC);
  }

  // nodes that were added

  private static DecisionMaker elastic() {
    PolicyStrategy met = PolicyStrategy.met();
    MetScaling scaling = MetScaling.defaults();
    return new DecisionMaker(
        new PolicyStrategy(
            new MetScaling(
                scaling.cpuAbove(),
                scaling.ioWaitAbove(),
                scaling.cpuBelow(),
                scaling.subOptimalNodes(),
                scaling.underloadDecisions(),
                new NodeBounds(1, 3)),
            met.configuration(),
            new MetPlacement(met.configuration().profileOf(AccessClass.READ_WRITE)),
            true),
        Guards.defaults(),
        Planner.met());
  }

  @Test
  void growthThatMadeThingsWorseIsTakenBackByAPersonOnly() throws Exception {
    Rigged rigged = rigged(ApprovalMode.RECOMMEND, elastic(), Bounds.NONE);
    cycles(rigged, 10);
    harmfulPlan(rigged);
    assertThat(rig.cluster.peek().nodes()).hasSize(3);

    cycles(rigged, UNTIL_VERIFIED);

    assertThat(rigged.pending().plan().undoes()).isNotNull();
    assertThat(rigged.pending().plan().steps()).anyMatch(step -> step instanceof RemoveNode);
    rigged.approvals().mode(ApprovalMode.AUTOMATIC, ANNA);
    cycles(rigged, 4);
    assertThat(events("undo-began", UndoBegan.class)).isEmpty();
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
  }
}
