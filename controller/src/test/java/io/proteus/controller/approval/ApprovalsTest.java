package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalsTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "looked at it, ticket 7");

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));
  private final StopSignal planStop = rig.stop.narrower();

  private Approvals approvals(ApprovalMode mode) throws JournalException {
    return Approvals.begin(
        rig.log,
        rig.time,
        new ApprovalSettings(mode, Duration.ofHours(1), Duration.ofMinutes(30)),
        planStop);
  }

  private ControlLoop loop(Approvals approvals) {
    return rig.loop(rig.options(approvals, planStop), approvals);
  }

  /** The last of them. */
  private Cycle cycles(ControlLoop loop, int count) {
    return rig.cycles(loop, count).get(count - 1);
  }

  private static Proposal pending(Approvals approvals) {
    return Objects.requireNonNull(approvals.status().pending(), "no plan waits");
  }

  private void assertNothingWasDone() {
    for (Call call : List.of(Call.MOVE, Call.SET_MEMORY_SPLIT, Call.SWITCH_BALANCER)) {
      assertThat(rig.cluster.faults().count(call)).as("%s", call).isZero();
    }
  }

  private List<ProposalEnded> ends() throws JournalException {
    return rig.journal.before(Long.MAX_VALUE, 10, List.of("proposal-ended")).stream()
        .map(JournalEntry::event)
        .map(ProposalEnded.class::cast)
        .toList();
  }

  @Test
  void aRecommendedPlanWaitsAndStaysTheSame() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);

    cycles(loop, 3);
    Proposal first = pending(approvals);
    cycles(loop, 5);

    assertThat(pending(approvals)).isEqualTo(first);
    assertNothingWasDone();
    assertThat(rig.journal.unfinishedPlans()).isEmpty();
  }

  @Test
  void anApprovedPlanIsCarriedOutOnceAndTheJournalSaysByWhomAndWhy() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);
    Proposal proposal = pending(approvals);

    approvals.approve(proposal.plan().id(), ANNA);
    Optional<Cycle> acted = loop.approved();

    assertThat(acted.orElseThrow().outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    rig.assertReached(proposal.plan());
    rig.assertUnharmed();
    assertThat(loop.approved()).isEmpty();
    assertThat(rig.journal.before(Long.MAX_VALUE, 1, List.of("operator-asked")))
        .extracting(JournalEntry::event)
        .containsExactly(new OperatorAsked("anna", "approve " + proposal.plan().id(), ANNA.why()));
    assertThat(ends()).extracting(ProposalEnded::outcome).containsExactly("approved");
  }

  /** As of a large cluster, or one that answers slowly: then there is no waiting in between. */
  @Test
  void anApprovedPlanBeginsThoughEachCycleTakesLongerThanThePeriod() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.SAMPLE) {
                rig.clock.advance(Rig.PERIOD.multipliedBy(2));
              }
            });
    List<Cycle> seen = new ArrayList<>();

    loop(approvals)
        .run(
            rig.stop,
            cycle -> {
              seen.add(cycle);
              Proposal pending = approvals.status().pending();
              if (pending != null) {
                try {
                  approvals.approve(pending.plan().id(), ANNA);
                } catch (NotPossible | JournalException e) {
                  throw new AssertionError(e);
                }
              }
              if (cycle.outcome().isPresent() || seen.size() == 10) {
                rig.stop.request();
              }
            });

    assertThat(seen.get(seen.size() - 1).outcome().orElseThrow())
        .isInstanceOf(Outcome.Completed.class);
    rig.assertUnharmed();
  }

  @Test
  void anApprovalThatHasNotBegunDoesNotOutliveAPause() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);
    approvals.approve(pending(approvals).plan().id(), ANNA);

    approvals.pause(ANNA);
    approvals.resume(ANNA);

    assertThat(loop.approved()).isEmpty();
    assertThat(ends()).extracting(ProposalEnded::outcome).containsExactly("expired", "approved");
    assertNothingWasDone();
  }

  @Test
  void anotherPlanThanThePendingOneIsRefused() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);

    assertThatThrownBy(() -> approvals.approve("plan-of-yesterday", ANNA))
        .isInstanceOf(NotPossible.class)
        .hasMessageContaining(pending(approvals).plan().id());
    assertThat(loop.approved()).isEmpty();
    assertNothingWasDone();
  }

  @Test
  void afterARejectionNothingIsProposedForAWhile() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);

    approvals.reject(pending(approvals).plan().id(), ANNA);
    cycles(loop, 10);
    assertThat(approvals.status().pending()).isNull();
    rig.clock.advance(Duration.ofMinutes(30));
    cycles(loop, 2);

    assertThat(approvals.status().pending()).isNotNull();
    assertNothingWasDone();
  }

  @Test
  void aPlanIsDroppedWhenANodeItNeedsDies() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);
    String id = pending(approvals).plan().id();

    rig.cluster.kill(new NodeId("rs2"), 1000);
    cycles(loop, 1);

    assertThat(approvals.status().pending()).isNull();
    assertThat(ends())
        .singleElement()
        .satisfies(
            end -> {
              assertThat(end.outcome()).isEqualTo("expired");
              assertThat(end.sentence()).asString().contains("rs2");
            });
    assertThatThrownBy(() -> approvals.approve(id, ANNA)).isInstanceOf(NotPossible.class);
  }

  @Test
  void aPlanIsDroppedWhenNothingIsWantedAnyMore() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);

    for (String node : List.of("rs1", "rs2")) {
      rig.cluster.host(new NodeId(node), new HostLoad(Ratio.of(0.3), Ratio.of(0.0), Ratio.of(0.5)));
    }
    cycles(loop, 6);

    assertThat(ends()).isNotEmpty();
    assertThat(ends().get(ends().size() - 1).sentence())
        .asString()
        .contains("nothing is wanted any more");
  }

  @Test
  void aPlanThatNobodyAnswersExpires() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);
    String id = pending(approvals).plan().id();

    cycles(loop, 125);

    assertThat(ends().get(ends().size() - 1).plan()).isEqualTo(id);
    assertThat(ends().get(ends().size() - 1).sentence())
        .asString()
        .contains("approval.expiresAfter");
  }

  @Test
  void whoeverObservesDoesNothing() throws Exception {
    Approvals approvals = approvals(ApprovalMode.OBSERVE);

    Cycle last = cycles(loop(approvals), 5);

    assertThat(last.decision().plan()).isPresent();
    assertThat(approvals.status().pending()).isNull();
    assertNothingWasDone();
  }

  @Test
  void automaticActsUnlessItIsPausedAndAPauseOutlivesTheProcess() throws Exception {
    Approvals first = approvals(ApprovalMode.AUTOMATIC);
    first.pause(ANNA);
    ControlLoop paused = loop(first);
    cycles(paused, 4);
    assertNothingWasDone();
    paused.close();

    Approvals second = approvals(ApprovalMode.AUTOMATIC);
    assertThat(second.status().paused()).isEqualTo(ANNA);
    ControlLoop loop = loop(second);
    cycles(loop, 4);
    assertNothingWasDone();
    second.resume(new OperatorRequest("ben", "the release is over"));

    assertThat(cycles(loop, 1).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(approvals(ApprovalMode.AUTOMATIC).status().paused()).isNull();
  }

  @Test
  void aStoppedPlanEndsAfterItsStepAndProteusIsPaused() throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop loop = loop(approvals);
    cycles(loop, 2);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE && approvals.status().paused() == null) {
                stop(approvals);
              }
            });

    Cycle acted = cycles(loop, 1);

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Stopped.class);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isEqualTo(1);
    rig.assertUnharmed();
    assertThat(approvals.status().running()).isNull();
    assertThat(approvals.status().stopping()).isFalse();
    assertThat(approvals.status().paused()).isEqualTo(ANNA);
    assertThat(rig.stop.isRequested()).as("the whole process is to end").isFalse();
    assertThatThrownBy(() -> approvals.stop("plan-1", ANNA)).isInstanceOf(NotPossible.class);
  }

  private static void stop(Approvals approvals) {
    try {
      approvals.stop(Objects.requireNonNull(approvals.status().running()), ANNA);
    } catch (NotPossible | JournalException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * What comes of a plan where somebody asks for something between the consent and the first step.
   *
   * @param look at which time that the cluster is looked at from the consent on
   */
  private Cycle whileItStarts(int look, Approvals approvals, Then then) {
    ControlLoop loop = loop(approvals);
    cycles(loop, 2);
    AtomicInteger looks = new AtomicInteger();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              String starting = approvals.status().running();
              if (call == Call.TOPOLOGY && starting != null && looks.incrementAndGet() == look) {
                try {
                  then.with(starting);
                } catch (NotPossible | JournalException e) {
                  throw new AssertionError(e);
                }
              }
            });
    Cycle cycle = cycles(loop, 1);
    rig.cluster.faults().beforeEach(call -> {});
    return cycle;
  }

  private void assertDidNotBegin(Cycle cycle, Approvals approvals) throws JournalException {
    assertThat(cycle.outcome().orElseThrow()).isEqualTo(new Outcome.Stopped(0));
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    assertThat(rig.cluster.faults().count(Call.SET_MEMORY_SPLIT)).isZero();
    assertThat(rig.journal.unfinishedPlans()).isEmpty();
    assertThat(rig.journal.before(Long.MAX_VALUE, 1, List.of("undo-began"))).isEmpty();
    assertThat(approvals.status().running()).isNull();
    assertThat(planStop.isRequested()).as("the next plan may run").isFalse();
    rig.assertUnharmed();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aPauseIsInTimeUntilTheFirstStep(int look) throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);

    Cycle cycle = whileItStarts(look, approvals, plan -> approvals.pause(ANNA));

    assertDidNotBegin(cycle, approvals);
    assertThat(approvals.status().paused()).isEqualTo(ANNA);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void soIsTheModeThatObserves(int look) throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);

    Cycle cycle =
        whileItStarts(look, approvals, plan -> approvals.mode(ApprovalMode.OBSERVE, ANNA));

    assertDidNotBegin(cycle, approvals);
    assertThat(approvals.status().paused()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void soIsAStop(int look) throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);

    Cycle cycle = whileItStarts(look, approvals, plan -> approvals.stop(plan, ANNA));

    assertDidNotBegin(cycle, approvals);
    assertThat(approvals.status().paused()).isEqualTo(ANNA);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatIsToBePutBackBeforeItHasBegunDoesNotBegin(int look) throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);

    Cycle cycle = whileItStarts(look, approvals, plan -> approvals.putBack(plan, ANNA));

    assertDidNotBegin(cycle, approvals);
    assertThat(approvals.status().paused()).isEqualTo(ANNA);
  }

  /** Else it would not be proposed before somebody answered to the other, and not at all later. */
  @Test
  void anUndoIsProposedInThePlaceOfWhatWaits() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    cycles(loop(approvals), 3);
    Plan waiting = pending(approvals).plan();
    Plan undo =
        new Plan(
            "undo-1",
            waiting.basedOn(),
            waiting.target(),
            waiting.steps(),
            waiting.price(),
            waiting.reasons(),
            "plan-0");

    approvals.to(rig.decisionOf(undo), Optional.empty());
    approvals.to(rig.decisionOf(waiting), Optional.empty());

    assertThat(pending(approvals).plan()).isEqualTo(undo);
    assertThat(ends())
        .containsExactly(
            new ProposalEnded(
                waiting.id(),
                "expired",
                Sentence.of("%s made things worse and comes first", "plan-0")));
  }

  // what is approved and does not begin

  @Test
  void whatWasApprovedAndCouldNotBeginIsInTheJournalWithTheReason() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);
    approvals.approve(pending(approvals).plan().id(), ANNA);
    rig.cluster.faults().refuseNext(Call.TOPOLOGY, 1);

    Cycle cycle = loop.approved().orElseThrow();
    cycles(loop, 1);

    assertThat(cycle.outcome().orElseThrow()).isInstanceOf(Outcome.Abandoned.class);
    assertThat(ends()).extracting(ProposalEnded::outcome).containsExactly("expired", "approved");
    assertThat(ends().get(0).sentence())
        .asString()
        .startsWith("it did not begin: ")
        .contains("TOPOLOGY");
    assertNothingWasDone();
  }

  @Test
  void whoLostTheClaimWritesThatOnlyOnceItLeadsAgain() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);
    approvals.approve(pending(approvals).plan().id(), ANNA);
    rig.cluster.expireClaim();
    Claim other = rig.cluster.claim("another");

    Cycle cycle = loop.approved().orElseThrow();

    assertThat(cycle.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Outcome.Abandoned.class,
            abandoned -> assertThat(abandoned.cause()).isEqualTo(Outcome.Cause.CLAIM_LOST));
    assertThat(ends()).extracting(ProposalEnded::outcome).containsExactly("approved");
    other.close();
    cycles(loop, 1);
    assertThat(ends()).extracting(ProposalEnded::outcome).containsExactly("expired", "approved");
    assertNothingWasDone();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWaitedWhenTheClaimWasLostIsInTheJournalToo(boolean isApproved) throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    cycles(loop, 3);
    String plan = pending(approvals).plan().id();
    if (isApproved) {
      approvals.approve(plan, ANNA);
    }
    rig.cluster.expireClaim();

    cycles(loop, 1);

    assertThat(ends().get(0).plan()).isEqualTo(plan);
    assertThat(ends().get(0).outcome()).isEqualTo("expired");
    assertThat(ends().get(0).sentence()).asString().contains("lost the lead");
    assertThat(pending(approvals).plan().id()).as("proposed anew").isNotEqualTo(plan);
    assertNothingWasDone();
  }

  /** What is done once a plan is to be put back. */
  private interface Then {
    void with(String plan) throws NotPossible, JournalException;
  }

  private void putBackAtFirst(Call first, Approvals approvals, Then then) {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == first && approvals.status().paused() == null) {
                try {
                  String running = Objects.requireNonNull(approvals.status().running());
                  approvals.putBack(running, ANNA);
                  then.with(running);
                } catch (NotPossible | JournalException e) {
                  throw new AssertionError(e);
                }
              }
            });
  }

  @Test
  void aPlanThatIsPutBackEndsAfterItsStepAndAllIsAsBefore() throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop loop = loop(approvals);
    cycles(loop, 2);
    Rig.Picture before = rig.picture();
    putBackAtFirst(Call.MOVE, approvals, running -> {});

    Cycle acted = cycles(loop, 1);

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Undone.class);
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
    assertThat(approvals.status().running()).isNull();
    assertThat(approvals.status().puttingBack()).isFalse();
    assertThat(approvals.status().paused()).isEqualTo(ANNA);
    assertThat(rig.journal.lastAsked("put back")).isPresent();
    assertThatThrownBy(() -> approvals.putBack("plan-1", ANNA)).isInstanceOf(NotPossible.class);
  }

  @Test
  void whatEndsToBePutBackIsNotStoppedOnTop() throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop loop = loop(approvals);
    cycles(loop, 2);
    Rig.Picture before = rig.picture();
    List<String> refused = new ArrayList<>();
    putBackAtFirst(
        Call.MOVE,
        approvals,
        running -> {
          try {
            approvals.stop(running, ANNA);
          } catch (NotPossible e) {
            refused.add(String.valueOf(e.getMessage()));
          }
        });

    Cycle acted = cycles(loop, 1);

    assertThat(refused).singleElement().asString().contains("is put back then");
    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Undone.class);
    assertThat(rig.picture()).isEqualTo(before);
  }

  private static void die(Call call) {
    throw new Mortality.Killed();
  }

  /** The pause that goes with it must not keep it from being gone on with. */
  @Test
  void aPuttingBackOutlivesTheProcessAndItsPause() throws Exception {
    Approvals first = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop dying = loop(first);
    cycles(dying, 2);
    Rig.Picture before = rig.picture();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                try {
                  first.putBack(Objects.requireNonNull(first.status().running()), ANNA);
                } catch (NotPossible | JournalException e) {
                  throw new AssertionError(e);
                }
                rig.cluster.faults().beforeEach(ApprovalsTest::die);
                die(call);
              }
            });
    assertThatThrownBy(() -> cycles(dying, 1)).isInstanceOf(Mortality.Killed.class);
    rig.cluster.faults().beforeEach(call -> {});
    rig.cluster.expireClaim();

    Approvals second = approvals(ApprovalMode.AUTOMATIC);
    Cycle cycle = cycles(loop(second), 1);

    assertThat(second.status().paused()).isEqualTo(ANNA);
    assertThat(cycle.recovered())
        .anyMatch(sentence -> sentence.toString().contains("putting back"));
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
  }

  /** A run is killed while it moves. */
  private void diesMoving() throws Exception {
    ControlLoop dying = loop(approvals(ApprovalMode.AUTOMATIC));
    cycles(dying, 2);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                rig.cluster.faults().beforeEach(ApprovalsTest::die);
                die(call);
              }
            });
    assertThatThrownBy(() -> cycles(dying, 1)).isInstanceOf(Mortality.Killed.class);
    rig.cluster.faults().beforeEach(call -> {});
    rig.cluster.expireClaim();
    assertThat(rig.cluster.peek().balancerOn()).isFalse();
    assertThat(rig.cluster.notCompacting()).isNotEmpty();
    assertThat(rig.journal.unfinishedPlans()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ApprovalMode.class,
      names = {"AUTOMATIC", "OBSERVE"})
  void whatWasSwitchedOffInTheStoreWaitsForNoResuming(ApprovalMode mode) throws Exception {
    diesMoving();
    int moves = rig.cluster.faults().count(Call.MOVE);
    Approvals approvals = approvals(mode);
    if (mode == ApprovalMode.AUTOMATIC) {
      approvals.pause(ANNA);
    }

    List<Cycle> cycles = rig.cycles(loop(approvals), 2);

    assertThat(cycles.get(0).recovered())
        .map(Object::toString)
        .containsExactly(
            "switched the store's own compactions on again",
            "switched the store's own balancer on again",
            "an earlier run left something unfinished, which waits for being resumed");
    assertThat(cycles.get(1).recovered()).singleElement().asString().contains("unfinished");
    assertThat(rig.cluster.peek().balancerOn()).isTrue();
    assertThat(rig.cluster.notCompacting()).isEmpty();
    assertThat(rig.cluster.faults().count(Call.MOVE)).isEqualTo(moves);
  }

  @Test
  void whereNothingElseWasLeftNothingWaits() throws Exception {
    rig.journal.append(rig.clock.instant(), new BalancerTaken());
    rig.cluster.switchBalancer(false);
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    approvals.pause(ANNA);

    Cycle cycle = cycles(loop(approvals), 1);

    assertThat(cycle.recovered())
        .map(Object::toString)
        .containsExactly("switched the store's own balancer on again");
    rig.assertUnharmed();
  }

  @Test
  void whatPutsBackCanBeStoppedButNotPutBack() throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop loop = loop(approvals);
    cycles(loop, 2);
    List<String> refused = new ArrayList<>();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              String running = approvals.status().running();
              if (call != Call.MOVE || running == null) {
                return;
              }
              try {
                if (running.startsWith("undo")) {
                  approvals.putBack(running, ANNA);
                } else if (approvals.status().paused() == null
                    && rig.cluster.faults().count(Call.MOVE) > 1) {
                  approvals.putBack(running, ANNA);
                }
              } catch (NotPossible e) {
                refused.add(String.valueOf(e.getMessage()));
              } catch (JournalException e) {
                throw new AssertionError(e);
              }
            });

    cycles(loop, 1);

    assertThat(refused).isNotEmpty().allMatch(why -> why.contains("It can be stopped."));
  }

  @Test
  void whatCannotBeWrittenInTheJournalDoesNotHappen() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    cycles(loop(approvals), 3);
    String id = pending(approvals).plan().id();
    rig.journal.close();

    assertThatThrownBy(() -> approvals.approve(id, ANNA)).isInstanceOf(JournalException.class);

    assertThat(approvals.approved()).isEmpty();
  }

  /** Else a reason could look like entries that nobody wrote. */
  @Test
  void whatIsAskedForIsOfOneLine() {
    OperatorRequest asked = new OperatorRequest("anna\n(root)", "ticket 7\r\n\u001b[2Jresume");

    assertThat(asked).isEqualTo(new OperatorRequest("anna (root)", "ticket 7   [2Jresume"));
    assertThatThrownBy(() -> new OperatorRequest("anna", "\u0007"))
        .isInstanceOf(InvalidValue.class);
  }

  @Test
  void whoAsksSaysWhy() {
    assertThatThrownBy(() -> new OperatorRequest("anna", "  "))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("reason");
  }
}
