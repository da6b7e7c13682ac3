package io.proteus.app.server;

import io.proteus.app.view.PlanFigures;
import io.proteus.controller.Leadership;
import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.action.StepTrail;
import io.proteus.controller.approval.ApprovalStatus;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.approval.Proposal;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.EditedPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.port.Holder;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decisions and plans as the API shows them. */
final class PlanDocuments {
  private PlanDocuments() {}

  /**
   * What the last cycle came to.
   *
   * @param verdict hold or retarget
   * @param recovered what an earlier run had left, in sentences
   * @param plan what is to be done; null when nothing is
   * @param heldBack what would be done if no guard objected; null when nothing would
   * @param outcome of the action; null when there was none
   */
  record VerdictState(
      long cycle,
      Instant at,
      String verdict,
      List<Reason> reasons,
      List<Sentence> recovered,
      @Nullable PlanSum plan,
      @Nullable PlanSum heldBack,
      @Nullable OutcomeState outcome) {}

  /** How an action ended. */
  record OutcomeState(String outcome, Sentence sentence, int changes) {
    static OutcomeState of(Outcome outcome) {
      return new OutcomeState(outcome.word(), outcome.sentence(), outcome.changes());
    }
  }

  /** A plan without its steps. */
  record PlanSum(
      String id,
      long basedOn,
      int steps,
      Price price,
      PlanFigures figures,
      List<Reason> reasons,
      @Nullable String undoes,
      @Nullable Prediction prediction) {
    static PlanSum of(Plan plan) {
      return new PlanSum(
          plan.id(),
          plan.basedOn(),
          plan.steps().size(),
          plan.price(),
          PlanFigures.of(plan),
          plan.reasons(),
          plan.undoes(),
          plan.prediction());
    }
  }

  /** Who paused it, or approved it, and why. */
  record PauseState(String by, String reason) {
    static PauseState of(OperatorRequest asked) {
      return new PauseState(asked.name(), asked.why());
    }
  }

  /**
   * A plan that waits for a person.
   *
   * @param because why Proteus does not act by itself; null where it never does
   * @param fourEyes why two people have to approve it; null where one suffices
   * @param approved by whom it is approved already, while another person has to; null otherwise
   */
  record PendingPlan(
      Instant since,
      PlanSum plan,
      @Nullable Reason because,
      @Nullable Reason fourEyes,
      @Nullable PauseState approved) {
    static PendingPlan of(Proposal proposal) {
      OperatorRequest first = proposal.first();
      return new PendingPlan(
          proposal.at(),
          PlanSum.of(proposal.plan()),
          proposal.because(),
          proposal.fourEyes(),
          first == null ? null : PauseState.of(first));
    }
  }

  /**
   * A plan that is being carried out.
   *
   * @param over steps of which nothing is left to do
   * @param watched whether all are over, and its node is watched before the others follow
   * @param puttingBack whether what it changed is put back after the steps in flight, or it puts
   *     back another
   * @param brake how far it is held back: off, slow, pause, end or put-back
   * @param braked why, and why no longer; null while it never was held back
   */
  record RunningPlan(
      PlanSum plan,
      int over,
      boolean watched,
      boolean stopping,
      boolean puttingBack,
      String brake,
      @Nullable Reason braked) {}

  /**
   * Who leads.
   *
   * @param role leader or standby, of the Proteus that is asked
   * @param epoch of its own claim, or of the leader's; null when neither is known
   * @param leader null when it is the one that is asked, or not known
   * @param url where the leader answers; null when it is not known
   * @param problem why it is not known who leads; null when it is
   */
  record LeadershipState(
      String role,
      @Nullable Long epoch,
      @Nullable String leader,
      @Nullable String url,
      @Nullable String problem) {
    static LeadershipState of(Leadership now) {
      Holder other = now.leader();
      if (now.leads()) {
        return new LeadershipState("leader", now.epoch(), null, null, null);
      }
      return new LeadershipState(
          "standby",
          other == null ? null : Long.valueOf(other.epoch()),
          other == null ? null : other.toString(),
          other == null ? null : other.url(),
          now.problem());
    }
  }

  /**
   * How things stand between Proteus and its operators.
   *
   * @param waiting why a plan that nobody has to approve is not begun; null when none waits
   * @param window how the maintenance windows stand; null when there are none
   * @param drained nodes that operators keep empty
   */
  record ControlState(
      LeadershipState leadership,
      String mode,
      @Nullable PauseState paused,
      @Nullable PendingPlan pending,
      @Nullable String approved,
      @Nullable RunningPlan running,
      @Nullable Instant quietUntil,
      @Nullable Reason waiting,
      MaintenanceWindows.@Nullable State window,
      List<NodeId> drained) {

    static ControlState of(
        ApprovalStatus status, @Nullable Run run, LeadershipState leadership, Journal readFrom) {
      OperatorRequest paused = status.paused();
      Proposal pending = status.pending();
      return new ControlState(
          leadership,
          status.mode().word(),
          paused == null ? null : PauseState.of(paused),
          pending == null ? null : PendingPlan.of(pending),
          status.approved(),
          run == null
              ? null
              : new RunningPlan(
                  PlanSum.of(run.plan()),
                  run.over(),
                  run.isWatched(),
                  status.stopping(),
                  status.puttingBack(),
                  run.braking().level().word(),
                  run.braking().why()),
          status.quietUntil(),
          status.waiting(),
          status.window(),
          drained(readFrom));
    }

    /** None where the journal cannot be read just now. */
    private static List<NodeId> drained(Journal journal) {
      try {
        return journal.drained().drained();
      } catch (JournalException e) {
        return List.of();
      }
    }
  }

  /**
   * What is left of a plan without some of its parts.
   *
   * @param leftOut steps that were named
   * @param dependent steps that go with these
   */
  record PlanLeft(PlanSum plan, List<Sentence> leftOut, List<Sentence> dependent) {
    /** As many steps are listed. */
    private static final int MOST = 200;

    static PlanLeft of(EditedPlan edited) {
      return new PlanLeft(
          PlanSum.of(edited.decision().plan().orElseThrow()),
          sentences(edited.leftOut()),
          sentences(edited.dependent()));
    }

    private static List<Sentence> sentences(List<Step> steps) {
      List<Sentence> first = new ArrayList<>();
      steps.stream().limit(MOST).map(Step::sentence).forEach(first::add);
      if (steps.size() > MOST) {
        first.add(Sentence.of("and %d more", steps.size() - MOST));
      }
      return first;
    }
  }

  /** A plan or proposal of the past. */
  record PastPlan(long number, Instant at, String id, String outcome, Sentence sentence) {
    static Optional<PastPlan> of(JournalEntry entry) {
      if (entry.event() instanceof PlanEnded ended) {
        return Optional.of(
            new PastPlan(
                entry.number(), entry.at(), ended.plan(), ended.outcome(), ended.sentence()));
      }
      if (entry.event() instanceof ProposalEnded ended) {
        return Optional.of(
            new PastPlan(
                entry.number(), entry.at(), ended.plan(), ended.outcome(), ended.sentence()));
      }
      return Optional.empty();
    }
  }

  /**
   * A step and how far it is.
   *
   * @param number its place in the plan, counted from 0
   * @param state null while it was not asked for
   */
  record StepStateOf(
      int number,
      Step step,
      @Nullable StepState state,
      @Nullable Instant at,
      @Nullable Sentence why) {}

  /**
   * How the undo of a plan stands.
   *
   * @param state begun, or how it ended
   * @param sentence by whom and why, or what came of it
   */
  record UndoState(String state, Sentence sentence) {}

  /**
   * A plan with its steps and what became of it.
   *
   * @param state proposed, begun, or how it ended
   * @param verified what came of it; null while nobody looked
   * @param undo how its undo stands; null when there was none
   */
  record PlanWhole(
      PlanSum plan,
      String state,
      @Nullable Sentence sentence,
      @Nullable Reason verified,
      @Nullable UndoState undo,
      Page<StepStateOf> steps) {

    /** As the journal has it; empty when there was no such plan. */
    static Optional<PlanWhole> of(List<JournalEntry> entries, int offset, int limit) {
      Actions actions = Actions.of(entries);
      return actions
          .latestPlan()
          .map(plan -> of(plan, offset, limit))
          .or(
              () ->
                  actions.proposals().stream()
                      .findFirst()
                      .map(action -> of(action, offset, limit)));
    }

    private static PlanWhole of(Action proposed, int offset, int limit) {
      Plan plan = Objects.requireNonNull(proposed.proposal()).event().plan();
      Optional<ProposalEnded> answer =
          Optional.ofNullable(proposed.answer()).map(RecordedEvent::event);
      return new PlanWhole(
          PlanSum.of(plan),
          answer.map(ProposalEnded::outcome).orElse("proposed"),
          answer.map(ProposalEnded::sentence).orElse(null),
          null,
          null,
          steps(plan, List.of(), offset, limit));
    }

    private static PlanWhole of(ActionPlan plan, int offset, int limit) {
      Optional<PlanEnded> end = plan.end().map(RecordedEvent::event);
      RecordedEvent<Verified> verified = plan.verified();
      return new PlanWhole(
          PlanSum.of(plan.plan()),
          end.map(PlanEnded::outcome).orElse("begun"),
          end.map(PlanEnded::sentence).orElse(null),
          verified == null ? null : verified.event().result(),
          undo(plan.undoBegan(), plan.undoEnded()),
          steps(plan.plan(), plan.steps().marks(), offset, limit));
    }

    private static @Nullable UndoState undo(
        @Nullable RecordedEvent<UndoBegan> began, @Nullable RecordedEvent<UndoEnded> ended) {
      if (ended != null && (began == null || ended.number() > began.number())) {
        return new UndoState(ended.event().outcome(), ended.event().sentence());
      }
      return began == null
          ? null
          : new UndoState("begun", Sentence.of("%s: %s", began.event().by(), began.event().why()));
    }

    private static Page<StepStateOf> steps(
        Plan plan, List<StepTrail.Mark> marks, int offset, int limit) {
      Map<Integer, StepTrail.Mark> reached = new HashMap<>();
      marks.forEach(mark -> reached.put(mark.step(), mark));
      List<StepStateOf> steps = new ArrayList<>();
      for (int i = 0; i < plan.steps().size(); i++) {
        steps.add(step(i, plan.steps().get(i), reached.get(i)));
      }
      return Page.of(steps, offset, limit, step -> step);
    }

    private static StepStateOf step(int number, Step step, StepTrail.@Nullable Mark reached) {
      if (reached == null) {
        return new StepStateOf(number, step, null, null, null);
      }
      return new StepStateOf(number, step, reached.state(), reached.at(), reached.why());
    }
  }
}
