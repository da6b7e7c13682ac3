package io.proteus.controller.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.EndMachine;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerificationTest {
  private static final int SAMPLES = 14;

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));
  private final Monitor monitor = rig.monitor();
  private final Verification verification =
      new Verification(
          rig.log,
          rig.time,
          new VerificationSettings(
              WhenWorse.REPORT, Duration.ofMinutes(2), Duration.ofMinutes(4), Ratio.of(0.1)),
          CostModel.assumed());

  private void observe() throws Exception {
    for (int i = 0; i < SAMPLES; i++) {
      rig.journal.append(rig.clock.instant(), Observed.of(monitor.observe()));
      rig.clock.advance(Rig.PERIOD);
    }
  }

  /** A step is in the journal when it is asked for, and when it is done. */
  @Test
  void aPlanOfManyStepsHidesNoObservation() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    observe();
    Instant now = rig.clock.instant();
    rig.journal.append(now, new Planned(plan, null));
    for (int i = 0; i < 10_000; i++) {
      rig.journal.append(
          now, new StepReached(plan.id(), 0, StepState.ISSUED, Sentence.verbatim("a step"), null));
      rig.journal.append(
          now, new StepReached(plan.id(), 0, StepState.DONE, Sentence.verbatim("a step"), null));
    }
    rig.journal.append(
        now, new PlanEnded(plan.id(), "completed", Sentence.verbatim("for a test"), 1));
    observe();

    Verified found = verified();

    assertThat(found.result().code()).as("%s", found).isEqualTo(ReasonCode.NOT_WORSE);
    assertThat(found.before()).isEqualTo(8);
  }

  private Plan removal(ReasonCode why) {
    NodeId rs2 = new NodeId("rs2");
    List<Step> steps =
        List.of(
            new RemoveNode(rs2),
            new ForgetNode(rs2),
            new EndMachine(new NodeId("rs3"), rig.clock.instant()));
    return new Plan(
        "removal",
        1,
        Layout.of(List.of(), List.of(rs2), Map.of()),
        steps,
        Price.of(steps),
        List.of(why.says("for a test")));
  }

  private void carriedOut(Plan plan) throws Exception {
    observe();
    rig.journal.append(rig.clock.instant(), new Planned(plan, null));
    for (int step = 0; step < plan.steps().size(); step++) {
      rig.journal.append(
          rig.clock.instant(),
          new StepReached(plan.id(), step, StepState.ISSUED, Sentence.verbatim("a step"), null));
    }
    rig.journal.append(
        rig.clock.instant(),
        new PlanEnded(plan.id(), "completed", Sentence.verbatim("for a test"), 3));
    observe();
    verification.verify();
  }

  /** An undo of it would only start again what nobody had asked for. */
  @ParameterizedTest
  @EnumSource(names = {"SURPLUS", "STILLBORN"})
  void theEndOfWhatIsOfNoUseIsNotJudged(ReasonCode why) throws Exception {
    carriedOut(removal(why));

    assertThat(rig.journal.before(Long.MAX_VALUE, 1, List.of("verified"))).isEmpty();
  }

  @Test
  void theEndOfWhatWasOfUseIsJudgedAndSoIsAllThatGoesWithIt() throws Exception {
    carriedOut(removal(ReasonCode.SHRINK));

    assertThat(verified().plan()).isEqualTo("removal");
  }

  private Verified verified() throws Exception {
    verification.verify();
    return (Verified) rig.journal.before(Long.MAX_VALUE, 1, List.of("verified")).get(0).event();
  }

  /** It was begun in the morning, and the next Proteus resumed it in the evening. */
  @Test
  void whatLayForHoursHalfDoneIsNotComparedWithAnotherTimeOfDay() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    observe();
    rig.journal.append(rig.clock.instant(), new Planned(plan, null));
    rig.journal.append(
        rig.clock.instant(),
        new StepReached(plan.id(), 0, StepState.ISSUED, Sentence.verbatim("a step"), null));
    rig.clock.advance(Duration.ofHours(8));
    rig.journal.append(
        rig.clock.instant(),
        new StepReached(plan.id(), 0, StepState.DONE, Sentence.verbatim("a step"), null));
    rig.journal.append(
        rig.clock.instant(),
        new PlanEnded(plan.id(), "completed", Sentence.verbatim("for a test"), 1));
    observe();

    assertThat(verified().result()).hasToString("NOT_JUDGED: it lay for 480 min half done");
  }

  /** Before it began it may have waited for a person for as long as that takes. */
  @Test
  void whatWaitedForHoursIsComparedWithTheTimeJustBeforeItBegan() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    rig.journal.append(rig.clock.instant(), new Proposed(plan, null));
    rig.clock.advance(Duration.ofHours(8));
    rig.journal.append(
        rig.clock.instant(),
        new ProposalEnded(plan.id(), "approved", Sentence.verbatim("anna: for a test")));
    observe();
    rig.journal.append(rig.clock.instant(), new Planned(plan, null));
    rig.journal.append(
        rig.clock.instant(),
        new PlanEnded(plan.id(), "completed", Sentence.verbatim("for a test"), 1));
    observe();

    assertThat(verified().result().code()).isEqualTo(ReasonCode.NOT_WORSE);
  }
}
