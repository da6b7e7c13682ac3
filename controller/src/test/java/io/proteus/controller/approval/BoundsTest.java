package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.bounds.MaintenanceWindow;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.bounds.PlanLimits;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Limits and maintenance windows, on the loop. */
class BoundsTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "looked at it, ticket 7");

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));

  private Approvals approvals = unset();
  private ControlLoop loop =
      ControlLoop.watching(rig.monitor(), Rig.MET, rig.journal, rig.time, Rig.PERIOD);

  private Approvals unset() {
    try {
      return Approvals.begin(
          rig.log,
          rig.time,
          new ApprovalSettings(ApprovalMode.OBSERVE, Rig.PERIOD, Rig.PERIOD),
          rig.stop.narrower());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void begin(ApprovalMode mode, Bounds bounds) throws Exception {
    var stop = rig.stop.narrower();
    approvals =
        Approvals.begin(
            rig.log,
            rig.time,
            new ApprovalSettings(mode, Duration.ofHours(1), Duration.ofMinutes(30), bounds),
            stop);
    loop = loop(approvals);
  }

  private ControlLoop loop(Consent consent) {
    return rig.loop(rig.options(approvals, rig.stop), consent);
  }

  /** The last of them. */
  private Cycle cycles(int count) {
    return rig.cycles(loop, count).get(count - 1);
  }

  /** A window of every day, from some minutes after now on, for two hours. */
  private Bounds window(long inMinutes, StepKind... anytime) {
    return window(Duration.ofMinutes(inMinutes), Duration.ofHours(2), anytime);
  }

  private Bounds window(Duration in, Duration length, StepKind... anytime) {
    LocalTime from = rig.clock.instant().atOffset(ZoneOffset.UTC).toLocalTime().plus(in);
    return new Bounds(
        PlanLimits.NONE,
        new MaintenanceWindows(
            List.of(
                new MaintenanceWindow(
                    EnumSet.allOf(DayOfWeek.class), from, from.plus(length), ZoneOffset.UTC))),
        Set.of(anytime));
  }

  private static Bounds limits(PlanLimits limits) {
    return new Bounds(limits, MaintenanceWindows.ALWAYS, Set.of());
  }

  private int moves() {
    return rig.cluster.faults().count(Call.MOVE);
  }

  private Reason waiting() {
    return Objects.requireNonNull(approvals.status().waiting(), "nothing waits");
  }

  @Test
  void whatIsBeyondALimitWaitsForAPersonWithTheReason() throws Exception {
    begin(
        ApprovalMode.AUTOMATIC,
        limits(new PlanLimits(1, null, null, null, null, null, null, null, null)));

    cycles(4);

    Proposal pending = Objects.requireNonNull(approvals.status().pending());
    assertThat(Objects.requireNonNull(pending.because()).toString())
        .startsWith("BEYOND_LIMIT: it would move ")
        .endsWith("partitions, and without a person the most is 1 [approval.limits.moves]");
    assertThat(moves()).isZero();
    assertThat(rig.journal.before(Long.MAX_VALUE, 1, List.of("proposed")).get(0).event())
        .isEqualTo(new Proposed(pending.plan(), pending.because()));

    approvals.approve(pending.plan().id(), ANNA);

    assertThat(loop.approved().orElseThrow().outcome().orElseThrow())
        .isInstanceOf(Outcome.Completed.class);
    rig.assertReached(pending.plan());
  }

  @Test
  void whatIsWithinEveryLimitIsDoneAtOnce() throws Exception {
    begin(ApprovalMode.AUTOMATIC, limits(new PlanLimits(100, null, 10, 0, 10, null, 0, 0, null)));

    assertThat(cycles(3).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(approvals.status().pending()).isNull();
  }

  @Test
  void outsideOfTheWindowsNothingIsBegunAndItIsSaidWhenTheNextOneOpens() throws Exception {
    begin(ApprovalMode.AUTOMATIC, window(60));

    cycles(4);

    assertThat(moves()).isZero();
    assertThat(waiting().code()).isEqualTo(ReasonCode.OUTSIDE_WINDOW);
    var window = Objects.requireNonNull(approvals.status().window());
    assertThat(window.open()).isFalse();
    assertThat(waiting().sentence()).asString().contains("opens at " + window.opens());
    assertThat(approvals.status().pending()).as("it waits for nobody").isNull();

    rig.clock.advance(Duration.ofMinutes(60));
    assertThat(cycles(2).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  void whatWouldNotEndWithinTheWindowIsNotBegun() throws Exception {
    begin(ApprovalMode.AUTOMATIC, window(Duration.ofHours(-1), Duration.ofSeconds(3665)));

    cycles(3);

    assertThat(moves()).as("five seconds before it closes").isZero();
    assertThat(waiting().sentence()).asString().contains("it takes about ", "window closes in");
  }

  @Test
  void whatNeedsNoWindowIsBegunAnytime() throws Exception {
    begin(
        ApprovalMode.AUTOMATIC,
        window(
            60, MovePartition.KIND, SetMemorySplit.KIND, AlterTable.KIND, CompactPartition.KIND));

    assertThat(cycles(3).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  void oneKindThatNeedsAWindowIsEnoughToWait() throws Exception {
    begin(ApprovalMode.AUTOMATIC, window(60, SetMemorySplit.KIND));

    cycles(4);

    assertThat(moves()).isZero();
  }

  @Test
  void whatAPersonApprovedBeginsAsTheWindowOpens() throws Exception {
    begin(ApprovalMode.RECOMMEND, window(60));
    cycles(3);
    String plan = Objects.requireNonNull(approvals.status().pending()).plan().id();

    approvals.approve(plan, ANNA);

    assertThat(loop.approved()).isEmpty();
    assertThat(approvals.status().approved()).isEqualTo(plan);
    assertThat(waiting().code()).isEqualTo(ReasonCode.OUTSIDE_WINDOW);
    cycles(10);
    assertThat(approvals.status().approved()).as("it still waits").isEqualTo(plan);
    assertThat(approvals.status().pending()).as("no other is proposed").isNull();
    assertThat(moves()).isZero();

    rig.clock.advance(Duration.ofMinutes(60));
    assertThat(loop.approved().orElseThrow().outcome().orElseThrow())
        .isInstanceOf(Outcome.Completed.class);
    assertThat(approvals.status().waiting()).isNull();
  }

  /** Only one partition moves: no limit and no window stands against that. */
  private Decision small(Decision whole) {
    Plan plan = whole.plan().orElseThrow();
    List<Step> one =
        plan.steps().stream().filter(MovePartition.class::isInstance).limit(1).toList();
    return rig.decisionOf(
        new Plan("plan-small", plan.basedOn(), plan.target(), one, Price.of(one), plan.reasons()));
  }

  @Test
  void whatAPersonApprovedAndHasToWaitHoldsUpNothingThatNeedNot() throws Exception {
    begin(
        ApprovalMode.AUTOMATIC,
        new Bounds(
            new PlanLimits(1, null, null, null, null, null, null, null, null),
            window(60).windows(),
            Set.of(MovePartition.KIND)));
    Decision whole = cycles(3).decision();
    String plan = Objects.requireNonNull(approvals.status().pending()).plan().id();
    approvals.approve(plan, ANNA);

    assertThat(approvals.to(whole, Optional.empty())).as("another beyond the limit").isFalse();
    assertThat(approvals.status().approved()).isEqualTo(plan);
    assertThat(approvals.to(small(whole), Optional.empty())).isTrue();

    assertThat(approvals.status().approved()).isNull();
    assertThat(approvals.status().running()).isEqualTo("plan-small");
    assertThat(rig.journal.before(Long.MAX_VALUE, 1, List.of("proposal-ended")).get(0).event())
        .isEqualTo(
            new ProposalEnded(
                plan,
                "expired",
                Sentence.of(
                    "%s need not wait and goes first; what is still wanted after it is"
                        + " proposed anew",
                    "plan-small")));
  }

  @Test
  void whatFollowsIsBoundToTheLimitsUnlessAPersonApprovedIt() throws Exception {
    begin(
        ApprovalMode.AUTOMATIC,
        limits(new PlanLimits(1, null, null, null, null, null, null, null, null)));
    Decision whole = cycles(3).decision();
    Plan larger = whole.plan().orElseThrow();

    assertThat(approvals.to(small(whole), Optional.empty())).isTrue();
    assertThat(approvals.toFollow(larger)).isFalse();
    assertThat(approvals.toFollow(small(whole).plan().orElseThrow())).isTrue();
    approvals.rests();

    cycles(1);
    approvals.approve(Objects.requireNonNull(approvals.status().pending()).plan().id(), ANNA);
    assertThat(approvals.approved()).isPresent();
    assertThat(approvals.toFollow(larger)).isTrue();
  }

  @Test
  void onceItNeedNotWaitItGoesFirst() throws Exception {
    begin(
        ApprovalMode.AUTOMATIC,
        new Bounds(
            new PlanLimits(1, null, null, null, null, null, null, null, null),
            window(60).windows(),
            Set.of(MovePartition.KIND)));
    Decision whole = cycles(3).decision();
    approvals.approve(Objects.requireNonNull(approvals.status().pending()).plan().id(), ANNA);
    rig.clock.advance(Duration.ofMinutes(60));

    assertThat(approvals.to(small(whole), Optional.empty())).isFalse();
    assertThat(approvals.approved()).contains(whole);
  }

  @Test
  void anApprovalIsDroppedWhenNothingIsWantedAnyMoreBeforeTheWindowOpens() throws Exception {
    begin(ApprovalMode.RECOMMEND, window(60));
    cycles(3);
    approvals.approve(Objects.requireNonNull(approvals.status().pending()).plan().id(), ANNA);
    for (String node : List.of("rs1", "rs2")) {
      rig.cluster.host(new NodeId(node), new HostLoad(Ratio.of(0.3), Ratio.of(0.0), Ratio.of(0.5)));
    }

    cycles(6);
    rig.clock.advance(Duration.ofMinutes(60));

    assertThat(loop.approved()).isEmpty();
    assertThat(approvals.status().approved()).isNull();
    assertThat(moves()).isZero();
  }

  @Test
  void aLoopWithNobodyToAskKeepsToThemToo() throws Exception {
    loop =
        loop(
            new BoundedConsent(
                limits(new PlanLimits(1, null, null, null, null, null, null, null, null)),
                rig.time));
    assertThat(cycles(4).outcome()).isEmpty();
    loop.close();

    loop = loop(new BoundedConsent(window(60), rig.time));
    assertThat(cycles(4).outcome()).isEmpty();
    assertThat(moves()).isZero();
    rig.clock.advance(Duration.ofMinutes(60));
    assertThat(cycles(2).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
  }
}
