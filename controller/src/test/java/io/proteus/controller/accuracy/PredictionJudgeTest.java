package io.proteus.controller.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.controller.Actuator;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Monitor;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.Prediction;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.RestartNode;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.Pace;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Cooldown;
import io.proteus.core.strategy.guard.Gain;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.ReadinessGuard;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PredictionJudgeTest {
  private static final int CYCLES_OF_A_COOLDOWN = 21;
  private static final VerificationSettings UNDOES =
      new VerificationSettings(
          WhenWorse.UNDO, Duration.ofMinutes(2), Duration.ofMinutes(4), Ratio.of(0.1));

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));

  private ControlLoop loop() {
    return rig.loop(Rig.MET, rig.journal);
  }

  private void cycles(ControlLoop loop, int count) {
    rig.cycles(loop, count);
  }

  private List<Achieved> achieved() throws JournalException {
    return rig.journal.before(Long.MAX_VALUE, 10, List.of("achieved")).stream()
        .map(JournalEntry::event)
        .map(Achieved.class::cast)
        .toList();
  }

  @Test
  void onceItHasSettledWhatCameIsKeptBesideWhatWasPredicted() throws Exception {
    ControlLoop loop = loop();
    cycles(loop, 3);
    Plan plan = rig.latestPlan().orElseThrow().plan();
    cycles(loop, CYCLES_OF_A_COOLDOWN - 2);
    assertThat(achieved()).as("within the cooldown").isEmpty();

    cycles(loop, 3);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.plan()).isEqualTo(plan.id());
              assertThat(kept.predicted()).isEqualTo(plan.prediction());
              assertThat(kept.throughput()).isEqualTo(800.0);
              assertThat(kept.notJudged()).isNull();
              assertThat(kept.after()).isGreaterThanOrEqualTo(Duration.ofMinutes(10));
              assertThat(Objects.requireNonNull(kept.took())).isPositive();
            });
    cycles(loop, 5);
    assertThat(achieved()).as("once").hasSize(1);
  }

  @Test
  void whatCameIsLearnedFromAndOutlivesTheProcess() throws Exception {
    ControlLoop loop = loop();
    cycles(loop, 3 + CYCLES_OF_A_COOLDOWN + 1);

    Calibration learned = rig.journal.memory().calibration();

    assertThat(learned.throughputOf(PlanKind.RECONFIGURE).plans()).isEqualTo(1);
    assertThat(learned.paceOf(MovePartition.KIND).steps()).isPositive();
    assertThat(learned.paceOf(RestartNode.KIND).steps()).isZero();
  }

  /** The undo comes before the cooldown is over; afterwards nobody could tell any more. */
  @Test
  void whatMadeThingsWorseIsLearnedFromBeforeItIsUndone() throws Exception {
    rig.cycles(ControlLoop.watching(rig.monitor(), Rig.MET, rig.journal, rig.time, Rig.PERIOD), 10);
    ControlLoop loop =
        rig.loop(
            new Actuator.ExecutionOptions(Rig.LIMITS, UNDOES, Progress.UNSEEN, rig.stop),
            Consent.ALWAYS);
    cycles(loop, 3);
    Plan plan = rig.latestPlan().orElseThrow().plan();
    Map.copyOf(rig.cluster.rates())
        .forEach(
            (partition, rates) -> rig.cluster.rate(partition, RequestRates.NONE.blend(0.5, rates)));

    cycles(loop, CYCLES_OF_A_COOLDOWN);

    assertThat(rig.journal.before(Long.MAX_VALUE, 10, List.of("undo-began", "achieved")))
        .extracting(entry -> entry.event().planId().orElseThrow())
        .as("the newest first")
        .containsExactly(plan.id(), plan.id());
    Achieved kept = achieved().get(0);
    assertThat(kept.notJudged()).isNull();
    assertThat(kept.throughput()).isEqualTo(400.0);
    assertThat(kept.after()).isLessThan(Duration.ofMinutes(10));
    assertThat(rig.journal.before(Long.MAX_VALUE, 1, List.of("undo-began", "achieved")))
        .singleElement()
        .satisfies(entry -> assertThat(entry.event()).isInstanceOf(UndoBegan.class));
    assertThat(rig.journal.memory().calibration().throughputOf(PlanKind.RECONFIGURE).plans())
        .isEqualTo(1);
  }

  @Test
  void aProcessThatComesAfterJudgesWhatTheOneBeforeDid() throws Exception {
    ControlLoop first = loop();
    cycles(first, 3);
    first.close();

    ControlLoop second = loop();
    cycles(second, CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved()).singleElement().extracting(Achieved::throughput).isEqualTo(800.0);
  }

  @Test
  void whatEndedHalfWayIsNotJudgedAndItIsSaidWhy() throws Exception {
    Plan plan = begunAndEnded("plan-7", "stopped");

    cycles(loop(), 1);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.plan()).isEqualTo(plan.id());
              assertThat(kept.throughput()).as("missing, not zero").isNull();
              assertThat(kept.took()).isNull();
              assertThat(kept.notJudged()).hasToString("it ended as stopped");
            });
    assertThat(rig.journal.memory().calibration()).isEqualTo(Calibration.NONE);
  }

  @Test
  void whatAnotherActionFollowedTooSoonIsNotJudged() throws Exception {
    begunAndEnded("plan-7", "completed");
    begunAndEnded("plan-8", "completed");

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved()).extracting(Achieved::plan).containsExactly("plan-8", "plan-7");
    assertThat(achieved().get(1).notJudged()).asString().contains("another action followed");
    assertThat(achieved().get(0).throughput()).isEqualTo(800.0);
  }

  @Test
  void bothHalvesOfAResizeAreJudgedAsOne() throws Exception {
    begunAndEnded("plan-7", "replan");
    rig.clock.advance(Duration.ofMinutes(3));
    begunAndEnded("plan-8", "completed");
    Duration each = Duration.ofSeconds(10);

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.plan()).isEqualTo("plan-7");
              assertThat(kept.took()).isEqualTo(each.multipliedBy(2));
            });
  }

  /** What was predicted of two nodes came of two, though one of them went first. */
  @Test
  void aNodeThatWentFirstIsJudgedWithTheRest() throws Exception {
    Plan whole = rig.plan().orElseThrow();
    Plan first = part("plan-7", whole, null);
    Plan rest = part("plan-7-rest", whole, whole.prediction());
    int move = moveOf(first);
    rig.journal.append(rig.clock.instant(), new Planned(first, null, null, null, rest));
    reached(first, move, StepState.ISSUED);
    rig.clock.advance(Duration.ofSeconds(20));
    reached(first, move, StepState.DONE);
    ended(first, "completed", 1);
    rig.clock.advance(Duration.ofMinutes(5));
    rig.journal.append(rig.clock.instant(), new Planned(rest, null, null, first.id(), null));
    rig.clock.advance(Duration.ofSeconds(30));
    ended(rest, "completed", 2);

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.plan()).isEqualTo("plan-7");
              assertThat(kept.predicted()).isEqualTo(whole.prediction());
              assertThat(kept.throughput()).isEqualTo(800.0);
              assertThat(kept.took()).as("without the watch").isEqualTo(Duration.ofSeconds(50));
            });
    assertThat(rig.journal.memory().calibration().paceOf(MovePartition.KIND).steps()).isEqualTo(1);
    assertThat(yieldsLearned()).isEqualTo(1);
  }

  @Test
  void aGrowthWhoseSecondHalfHadANodeGoFirstIsJudgedAsOne() throws Exception {
    Plan whole = rig.plan().orElseThrow();
    begunAndEnded("plan-6", "replan", whole);
    Plan first = part("plan-7", whole, null);
    Plan rest = part("plan-7-rest", whole, whole.prediction());
    rig.journal.append(rig.clock.instant(), new Planned(first, null, null, "plan-6", rest));
    ended(first, "completed", 1);
    rig.journal.append(rig.clock.instant(), new Planned(rest, null, null, first.id(), null));
    ended(rest, "completed", 2);

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.plan()).isEqualTo("plan-6");
              assertThat(kept.throughput()).isEqualTo(800.0);
            });
  }

  @Test
  void ofANodeThatWentFirstAndWasPutBackItIsSaidThatTheRestWasDropped() throws Exception {
    Plan whole = rig.plan().orElseThrow();
    Plan first = part("plan-7", whole, null);
    Plan rest = part("plan-7-rest", whole, whole.prediction());
    rig.journal.append(rig.clock.instant(), new Planned(first, null, null, null, rest));
    ended(first, "completed", 1);
    ended(rest, "dropped", 0);
    Plan undo = part("undo-plan-7", whole, null);
    rig.journal.append(rig.clock.instant(), new Planned(undo, null));
    ended(undo, "completed", 1);

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.plan()).isEqualTo("plan-7");
              assertThat(kept.predicted()).isEqualTo(whole.prediction());
              assertThat(kept.notJudged()).hasToString("it ended as dropped");
            });
  }

  @Test
  void aGrowthThatWasPutBackBeforeItsNodesWereFilledIsNotTakenForDone() throws Exception {
    Plan whole = rig.plan().orElseThrow();
    begunAndEnded("plan-6", "replan", whole);
    Plan undo =
        new Plan(
            "undo-plan-6",
            whole.basedOn(),
            whole.target(),
            whole.steps(),
            whole.price(),
            whole.reasons(),
            "plan-6",
            null);
    rig.journal.append(rig.clock.instant(), new Planned(undo, null));
    ended(undo, "completed", 1);

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved())
        .singleElement()
        .extracting(Achieved::notJudged)
        .hasToString("it ended as replan");
    assertThat(yieldsLearned()).isZero();
  }

  /** The rest waits for Proteus to be resumed. */
  @Test
  void aNodeThatIsStillWatchedIsNotJudgedAlone() throws Exception {
    Plan whole = rig.plan().orElseThrow();
    Plan first = part("plan-7", whole, null);
    rig.journal.append(
        rig.clock.instant(),
        new Planned(first, null, null, null, part("plan-7-rest", whole, whole.prediction())));
    ended(first, "completed", 1);

    rig.cycles(
        ControlLoop.watching(rig.monitor(), Rig.MET, rig.journal, rig.time, Rig.PERIOD),
        CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved()).isEmpty();
  }

  private static int moveOf(Plan plan) {
    for (int i = 0; i < plan.steps().size(); i++) {
      if (plan.steps().get(i) instanceof MovePartition) {
        return i;
      }
    }
    throw new AssertionError("no move among " + plan.steps());
  }

  private void reached(Plan plan, int step, StepState state) throws JournalException {
    rig.journal.append(
        rig.clock.instant(),
        new StepReached(plan.id(), step, state, Sentence.verbatim("a step"), null));
  }

  private void ended(Plan plan, String outcome, int changes) throws JournalException {
    rig.journal.append(
        rig.clock.instant(),
        new PlanEnded(plan.id(), outcome, Sentence.verbatim("for a test"), changes));
  }

  /** It is killed with a move in flight; the next Proteus comes hours later. */
  @Test
  void theTimeInWhichNobodyRanIsNotTakenForThatOfThePlan() throws Exception {
    AtomicBoolean dead = new AtomicBoolean();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              boolean secondMove = call == Call.MOVE && rig.cluster.faults().count(call) == 2;
              if (dead.get() || secondMove) {
                dead.set(true);
                throw new Mortality.Killed();
              }
            });
    assertThatThrownBy(() -> cycles(loop(), 3)).isInstanceOf(Mortality.Killed.class);
    rig.cluster.faults().beforeEach(call -> {});
    rig.cluster.expireClaim();
    rig.clock.advance(Duration.ofHours(8));

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 3);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.notJudged())
                  .asString()
                  .contains("min before it was done, of another load");
              assertThat(kept.throughput()).as("not compared").isNull();
              assertThat(kept.took()).as("unknown").isNull();
            });
    assertThat(yieldsLearned()).isZero();
    Pace pace = rig.journal.memory().calibration().paceOf(MovePartition.KIND);
    assertThat(pace.steps()).isPositive();
    assertThat(pace.seconds()).isLessThan(Duration.ofMinutes(2).toSeconds());
  }

  /** What was predicted in the morning is not what the evening's load would have come to. */
  @Test
  void whatWaitedForHoursForAPersonIsNotComparedWithAnotherLoad() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    rig.journal.append(rig.clock.instant(), new Proposed(plan, null));
    rig.clock.advance(Duration.ofHours(5));
    rig.journal.append(
        rig.clock.instant(),
        new ProposalEnded(plan.id(), "approved", Sentence.verbatim("anna: for a test")));
    begunAndEnded(plan.id(), "completed", plan);

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.notJudged())
                  .hasToString("it was predicted 300 min before it was done, of another load");
              assertThat(kept.throughput()).isNull();
              assertThat(kept.took()).isEqualTo(Duration.ofSeconds(10));
            });
    assertThat(yieldsLearned()).isZero();
  }

  @Test
  void whatWaitedForMinutesForAPersonIsCompared() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    rig.journal.append(rig.clock.instant(), new Proposed(plan, null));
    rig.clock.advance(Duration.ofMinutes(20));
    rig.journal.append(
        rig.clock.instant(),
        new ProposalEnded(plan.id(), "approved", Sentence.verbatim("anna: for a test")));
    begunAndEnded(plan.id(), "completed", plan);

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved()).singleElement().extracting(Achieved::throughput).isEqualTo(800.0);
    assertThat(yieldsLearned()).isEqualTo(1);
  }

  private double yieldsLearned() throws JournalException {
    return rig.journal.memory().calibration().throughputOf(PlanKind.RECONFIGURE).plans();
  }

  @Test
  void aClockThatWasSetBackMeasuredNothing() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    Instant now = rig.clock.instant();
    rig.journal.append(now.plus(Duration.ofMinutes(20)), new Planned(plan, null));
    rig.journal.append(
        now, new PlanEnded(plan.id(), "completed", Sentence.verbatim("for a test"), 3));

    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved()).singleElement().extracting(Achieved::took).isNull();
    assertThat(achieved().get(0).throughput()).isEqualTo(800.0);
  }

  @Test
  void whatNobodyLookedAtForHoursIsNotJudged() throws Exception {
    begunAndEnded("plan-7", "completed");
    rig.clock.advance(Duration.ofHours(3));

    cycles(loop(), 1);

    assertThat(achieved())
        .singleElement()
        .extracting(Achieved::notJudged)
        .asString()
        .contains("within 120 min");
  }

  @Test
  void whoLetsActionsSettleForHoursLearnsFromThemToo() throws Exception {
    Guards guards = Guards.defaults();
    List<ReadinessGuard> readiness = new ArrayList<>(guards.readiness());
    readiness.removeIf(guard -> guard instanceof Cooldown);
    readiness.add(new Cooldown(Duration.ofHours(3)));
    ControlLoop patient =
        rig.loop(
            new DecisionMaker(
                PolicyStrategy.met(), new Guards(readiness, guards.retarget()), Planner.met()),
            rig.journal);
    begunAndEnded("plan-7", "completed");
    rig.clock.advance(Duration.ofMinutes(170));

    cycles(patient, CYCLES_OF_A_COOLDOWN + 1);

    assertThat(achieved()).singleElement().extracting(Achieved::throughput).isEqualTo(800.0);
  }

  /** Else predictions would look better the more was learned from what came of them. */
  @Test
  void theErrorIsOfThePredictionAsItWasMadeAndNotOfOneThatKnowsWhatCame() throws Exception {
    Monitor monitor = rig.monitor();
    for (int i = 0; i < 3; i++) {
      monitor.observe();
      rig.clock.advance(Rig.PERIOD);
    }
    Situation before = monitor.situation(null, StrategyMemory.INITIAL).orElseThrow();
    Decision decision = Rig.MET.decideRegardlessOfLoad(before);
    Plan plan = decision.plan().orElseThrow();
    Estimate made = Objects.requireNonNull(plan.prediction()).throughput();
    begunAndEnded("plan-7", "completed", plan);
    cycles(loop(), CYCLES_OF_A_COOLDOWN + 1);

    StrategyMemory wiser = StrategyMemory.INITIAL.with(rig.journal.memory().calibration());
    Estimate inHindsight =
        predicted(monitor.situation(null, wiser).orElseThrow(), decision.verdict()).throughput();
    AccuracyDocument.Figure judged =
        AccuracyDocument.of("shop", rig.journal.before(Long.MAX_VALUE, 10, List.of("achieved")))
            .plans()
            .get(0)
            .throughput();
    assertThat(inHindsight.expected())
        .as("nearer to the 800 that came")
        .isBetween(800.0, made.expected() - 1);
    assertThat(judged.expected()).isEqualTo(made.expected());
    assertThat(judged.low()).isEqualTo(made.low());
    assertThat(Objects.requireNonNull(judged.error()))
        .isCloseTo(800 / made.expected() - 1, within(1e-9));
  }

  private static Prediction predicted(Situation now, Verdict verdict) {
    Verdict.Retarget wanted = (Verdict.Retarget) verdict;
    return Predictor.usual()
        .predict(now, Planner.met().draft(now, wanted), Gain.of(now, wanted.target()));
  }

  private Plan begunAndEnded(String id, String outcome) throws Exception {
    return begunAndEnded(id, outcome, rig.plan().orElseThrow());
  }

  private Plan begunAndEnded(String id, String outcome, Plan made) throws Exception {
    Plan plan = part(id, made, made.prediction());
    rig.journal.append(rig.clock.instant(), new Planned(plan, null));
    rig.clock.advance(Duration.ofSeconds(10));
    ended(plan, outcome, 3);
    return plan;
  }

  private static Plan part(String id, Plan made, @Nullable Prediction prediction) {
    return new Plan(
        id,
        made.basedOn(),
        made.target(),
        made.steps(),
        made.price(),
        made.reasons(),
        null,
        prediction);
  }
}
