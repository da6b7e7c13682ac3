package io.proteus.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.words.Sentence;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActionLogTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final SqliteJournal journal = SqliteJournal.inMemory();
  private final ActionLog log = new ActionLog(journal);
  private int seconds;

  @AfterEach
  void close() {
    journal.close();
  }

  private void append(JournalEvent... events) throws Exception {
    for (JournalEvent event : events) {
      journal.append(START.plusSeconds(seconds++), event);
    }
  }

  private static Plan plan(String id) {
    List<Step> steps = List.of(new ForgetNode(new NodeId("rs1")));
    return new Plan(
        id, 1, Layout.of(List.of(), List.of(), Map.of()), steps, Price.of(steps), List.of());
  }

  private static Planned begun(String id) {
    return new Planned(plan(id), null);
  }

  private static Planned continuing(String id, String before) {
    return new Planned(plan(id), null, null, before);
  }

  private static PlanEnded ended(String id, String outcome) {
    return new PlanEnded(id, outcome, Sentence.verbatim("for a test"), 1);
  }

  private static StepReached issued(String id) {
    return new StepReached(id, 0, StepState.ISSUED, Sentence.verbatim("restart rs1"), null);
  }

  private ActionState state(String plan) throws Exception {
    return log.of(plan).orElseThrow().state();
  }

  @Test
  void anActionIsProposedAndApprovedAndRunsAndEnds() throws Exception {
    append(new Proposed(plan("p"), null));
    assertThat(log.now().proposals().get(0).state()).isInstanceOf(ActionState.Proposed.class);
    assertThat(log.now().open()).contains("p");

    append(
        new OperatorAsked("anna", "approve p", "looks good"),
        new ProposalEnded("p", "approved", Sentence.verbatim("anna: looks good")));
    assertThat(log.now().proposals().get(0).state())
        .isEqualTo(
            new ActionState.Approved(
                "p", Sentence.verbatim("anna: looks good"), START.plusSeconds(2)));
    assertThat(log.now().open()).contains("p");

    append(begun("p"), issued("p"));
    assertThat(log.now().proposals()).isEmpty();
    assertThat(state("p")).isEqualTo(new ActionState.Running("p", null));
    assertThat(log.now().open()).isEmpty();

    append(ended("p", "completed"));
    assertThat(state("p")).isInstanceOf(ActionState.Ended.class).matches(ActionState::isOver);
    assertThat(log.of("p").orElseThrow().proposal()).isNotNull();
    assertThat(log.of("p").orElseThrow().answer()).extracting(RecordedEvent::number).isEqualTo(3L);
  }

  @Test
  void whatARejectedPlanComesToIsItsEnd() throws Exception {
    append(
        new Proposed(plan("p"), null),
        new ProposalEnded("p", "rejected", Sentence.verbatim("ben: not now")));

    assertThat(log.now().proposals().get(0).state())
        .isInstanceOfSatisfying(
            ActionState.Ended.class,
            end ->
                assertThat(end.outcome() + " " + end.sentence())
                    .isEqualTo("rejected ben: not now"));
    assertThat(log.now().open()).isEmpty();
  }

  @Test
  void plansThatGoOnWithEachOtherAreOneAction() throws Exception {
    append(begun("p1"), ended("p1", "replan"), continuing("p2", "p1"), ended("p2", "completed"));
    append(begun("p3"));

    assertThat(log.now().begun()).extracting(Action::id).containsExactly("p2", "p3");
    assertThat(log.of("p1").orElseThrow().plans())
        .extracting(ActionPlan::id)
        .containsExactly("p1", "p2");
  }

  @Test
  void theFirstNodeIsWatchedUntilTheRestBeginsOrIsDropped() throws Exception {
    append(new Planned(plan("p"), null, null, null, plan("p-rest")), ended("p", "completed"));
    assertThat(state("p")).isInstanceOf(ActionState.Watched.class);
    assertThat(log.now().watched()).map(ActionPlan::id).contains("p");

    append(ended("p-rest", "dropped"));
    assertThat(state("p")).isInstanceOf(ActionState.Ended.class);
    assertThat(log.now().watched()).isEmpty();
  }

  @Test
  void aPlanThatRunsEndsWhileItIsPutBack() throws Exception {
    append(begun("p"), issued("p"), new UndoBegan("p", "anna", Sentence.verbatim("it hurts")));
    assertThat(state("p"))
        .isInstanceOfSatisfying(
            ActionState.PuttingBack.class,
            putBack -> assertThat(putBack.otherwise()).isInstanceOf(ActionState.Running.class));

    append(ended("p", "stopped"));
    assertThat(state("p"))
        .isInstanceOfSatisfying(
            ActionState.PuttingBack.class,
            putBack -> assertThat(putBack.otherwise()).isInstanceOf(ActionState.Ended.class));

    append(new UndoEnded("p", "completed", Sentence.verbatim("all is as it was"), 1));
    assertThat(state("p"))
        .isInstanceOfSatisfying(
            ActionState.Ended.class, end -> assertThat(end.outcome()).isEqualTo("undo-completed"));
    assertThat(log.now().underWay()).isNull();
  }

  @Test
  void aStopIsOfWhatWasDoneLast() throws Exception {
    append(begun("p1"), new OperatorAsked("anna", OperatorAsked.STOP, "too much"));
    assertThat(log.now().wasLastActionStopped()).isTrue();
    assertThat(log.now().paused()).map(OperatorAsked::name).contains("anna");

    append(new OperatorAsked("ben", OperatorAsked.RESUME, "go on"), begun("p2"));
    assertThat(log.now().wasLastActionStopped()).isFalse();
    assertThat(log.now().paused()).isEmpty();
  }

  /** Days have thousands of entries, and what is kept of them is bounded. */
  @Test
  void onlyTheNewestActionsAreKeptAndOlderOnesAreFoundAllTheSame() throws Exception {
    int many = 10 * ActionLog.MOST_KEPT;
    append(begun("left"), issued("left"), new OperatorAsked("anna", "pause", "for a test"));
    for (int number = 0; number < many; number++) {
      append(begun("p" + number), issued("p" + number), ended("p" + number, "completed"));
    }
    ActionLog anew = new ActionLog(journal);

    assertThat(anew.now().begun()).hasSizeLessThanOrEqualTo(ActionLog.MOST_KEPT + 1);
    assertThat(anew.of("p3").orElseThrow().changes()).isEqualTo(1);
    assertThat(anew.of("nobody knows it")).isEmpty();
    assertThat(anew.now().begun()).hasSizeLessThanOrEqualTo(ActionLog.MOST_KEPT + 1);
    assertThat(anew.now()).isEqualTo(log.now());
  }

  /** Else one request for it would read every plan of the journal. */
  @Test
  void forAPlanThatWasNeverBegunNoOlderPlansAreRead() throws Exception {
    append(new Proposed(plan("proposed"), null));
    for (int i = 0; i < 3 * ActionLog.MOST_KEPT; i++) {
      append(begun("p" + i), ended("p" + i, "completed"));
    }
    List<Integer> read = new ArrayList<>();
    ActionLog counted =
        new ActionLog(
            (Journal)
                Proxy.newProxyInstance(
                    Journal.class.getClassLoader(),
                    new Class<?>[] {Journal.class},
                    (proxy, method, arguments) -> {
                      if (method.getName().equals("before")) {
                        read.add((Integer) arguments[1]);
                      }
                      return method.invoke(journal, arguments);
                    }));

    assertThat(counted.of("proposed")).isEmpty();
    assertThat(counted.of("unheard-of")).isEmpty();

    assertThat(read).isNotEmpty().allMatch(plans -> plans <= ActionLog.MOST_KEPT);
    assertThat(counted.of("p0")).as("one that was begun long ago").isPresent();
  }

  @Test
  void whatIsUnfinishedStaysHoweverOldItIs() throws Exception {
    append(begun("left"), issued("left"), new OperatorAsked("anna", "pause", "for a test"));
    assertThat(log.now().unfinished()).hasSize(1);
    for (int number = 0; number < 2 * ActionLog.MOST_KEPT; number++) {
      append(begun("p" + number), ended("p" + number, "completed"));
    }

    for (ActionLog each : List.of(log, new ActionLog(journal))) {
      assertThat(each.now().unfinished()).extracting(ActionPlan::id).containsExactly("left");
      assertThat(each.now().paused()).isPresent();
    }
  }

  /** A standby and the page read what the leader writes. */
  @Test
  void whatAnotherHasWrittenIsSeenAtTheNextQuestion() throws Exception {
    append(begun("p1"));
    ActionLog reader = new ActionLog((Journal) journal);
    assertThat(reader.now().unfinished()).hasSize(1);

    append(ended("p1", "completed"), begun("p2"));

    assertThat(reader.now().unfinished()).extracting(ActionPlan::id).containsExactly("p2");
    assertThat(reader.now()).isEqualTo(new ActionLog(journal).now());
  }

  @Test
  void aPlanOfThousandsOfStepsIsFoldedOnceAndItsStepsAreKept() throws Exception {
    append(begun("p"));
    int many = 5_000;
    Actions actions = log.now();
    for (int number = 2; number < many; number++) {
      actions =
          actions.after(new io.proteus.controller.journal.JournalEntry(number, START, issued("p")));
    }

    assertThat(actions.plan("p").orElseThrow().steps().marks()).hasSize(many - 2);
    assertThat(actions.plan("p").orElseThrow().changes()).isEqualTo(1);
  }
}
