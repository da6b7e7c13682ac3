package io.proteus.controller.action.reference;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.undo.CannotUndo;
import io.proteus.controller.undo.UndoTargets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What is known of actions, as it was read before there was an action log. */
public final class ReferenceReaders {
  private static final int ALL = 100_000;

  private ReferenceReaders() {}

  static Optional<PlanProgress> latestPlan(Journal journal) throws JournalException {
    List<JournalEntry> newest = journal.before(Long.MAX_VALUE, 1, List.of("planned"));
    return newest.isEmpty()
        ? Optional.empty()
        : PlanProgress.of(journal.ofPlan(newest.get(0).event().planId().orElseThrow()));
  }

  /** All answers as the journal gives them, entry by entry. */
  public static Map<String, Object> answers(Journal journal) throws JournalException {
    Map<String, Object> answers = new LinkedHashMap<>();
    PastActions past = new PastActions(journal);
    answers.put("under way", past.undoUnderWay());
    answers.put("unfinished", unfinished(journal));
    answers.put("left proposal", LeftProposal.plan(journal));
    answers.put("stopped", new LastStop(journal).isOfTheLastAction());
    answers.put("paused", paused(journal));
    answers.put("canary", canary(journal));
    answers.put("answered", answered(journal));
    answers.put("last end", lastEnd(journal));
    answers.put("last change", past.lastChange().map(PastAction::id));
    answers.put("to undo", toUndo(past, null));
    List<String> plans = new ArrayList<>();
    for (JournalEntry entry : journal.before(Long.MAX_VALUE, ALL, List.of("planned"))) {
      plans.add(entry.event().planId().orElseThrow());
    }
    for (String plan : plans) {
      PastAction action = past.of(plan).orElseThrow();
      answers.put("action of " + plan, action.plans().stream().map(p -> p.plan().id()).toList());
      answers.put("progress of " + plan, progress(journal, plan));
      answers.put("facts of " + plan, facts(action, past));
      answers.put("to undo " + plan, toUndo(past, plan));
      answers.put("gap of " + plan, longestGap(journal.ofPlan(plan)));
    }
    List<Object> predicted = new ArrayList<>();
    for (PredictedAction action : PredictedAction.notJudged(journal)) {
      List<String> begun = new ArrayList<>();
      for (String plan : action.plans()) {
        if (plans.contains(plan)) {
          begun.add(plan);
        }
      }
      Optional<PredictedAction.Story> story = action.read(journal);
      predicted.add(
          List.of(
              begun,
              action.ended(),
              action.outcome(),
              action.isOver(),
              action.isComplete(),
              String.valueOf(story.map(PredictedAction.Story::predicted)),
              String.valueOf(story.map(PredictedAction.Story::took)),
              String.valueOf(story.flatMap(PredictedAction.Story::ofAnotherLoad))));
    }
    answers.put("predicted", predicted);
    return answers;
  }

  private static Object progress(Journal journal, String plan) throws JournalException {
    PlanProgress progress = PlanProgress.of(journal.ofPlan(plan)).orElseThrow();
    return List.of(
        progress.plan().id(),
        new TreeSet<>(progress.issued()),
        new TreeSet<>(progress.over()),
        String.valueOf(progress.outcome()),
        String.valueOf(progress.continues()),
        progress.rest() == null ? "" : progress.rest().id());
  }

  private static Object facts(PastAction action, PastActions past) throws JournalException {
    return List.of(
        action.id(),
        String.valueOf(action.undoes()),
        action.hasEnded(),
        action.wasStopped(),
        action.steps(),
        action.changes(),
        action.grew(),
        action.shrank(),
        action.issued().isPresent(),
        past.wasToBePutBack(action),
        past.isUndone(action));
  }

  private static String toUndo(PastActions past, String plan) throws JournalException {
    try {
      return past.toUndo(plan).id();
    } catch (CannotUndo e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static List<String> unfinished(Journal journal) throws JournalException {
    List<String> unfinished = new ArrayList<>();
    Set<String> ended = new TreeSet<>();
    for (JournalEntry entry :
        journal.before(Long.MAX_VALUE, ALL, List.of("planned", "plan-ended"))) {
      String plan = entry.event().planId().orElseThrow();
      if (entry.event() instanceof PlanEnded) {
        ended.add(plan);
      } else if (!ended.contains(plan)) {
        unfinished.add(0, plan);
      }
    }
    return unfinished;
  }

  private static String paused(Journal journal) throws JournalException {
    return String.valueOf(
        journal
            .lastAsked("pause", "resume", "stop", "put back")
            .map(entry -> (OperatorAsked) entry.event())
            .filter(asked -> !asked.what().equals("resume")));
  }

  private static String canary(Journal journal) throws JournalException {
    PlanProgress latest = latestPlan(journal).orElse(null);
    if (latest == null
        || latest.rest() == null
        || !latest.ended()
        || !journal.ofPlan(latest.rest().id()).isEmpty()) {
      return "none";
    }
    Instant began = null;
    Instant ended = null;
    for (JournalEntry entry : journal.ofPlan(latest.plan().id())) {
      if (entry.event() instanceof Planned) {
        began = entry.at();
      } else if (entry.event() instanceof PlanEnded end && end.outcome().equals("completed")) {
        ended = entry.at();
      }
    }
    return began == null || ended == null
        ? "none"
        : "%s %s %s %s %d"
            .formatted(
                latest.plan().id(), latest.rest().id(), began, ended, latest.issued().size());
  }

  private static String answered(Journal journal) throws JournalException {
    List<JournalEntry> newest = journal.before(Long.MAX_VALUE, 1, List.of("verified"));
    if (newest.isEmpty()) {
      return "none";
    }
    boolean answered = false;
    for (JournalEntry entry :
        journal.before(Long.MAX_VALUE, ALL, List.of("undo-began", "proposal-ended", "planned"))) {
      if (entry.number() > newest.get(0).number()) {
        boolean done = entry.event() instanceof UndoBegan || entry.event() instanceof Planned;
        boolean rejects =
            entry.event() instanceof ProposalEnded ended
                && ended.outcome().equals("rejected")
                && journal.ofPlan(ended.plan()).stream()
                    .anyMatch(
                        asked ->
                            asked.event() instanceof Proposed proposed
                                && proposed.plan().undoes() != null);
        answered |= done || rejects;
      }
    }
    return ((Verified) newest.get(0).event()).plan() + " " + answered;
  }

  private static String lastEnd(Journal journal) throws JournalException {
    return String.valueOf(
        journal.before(Long.MAX_VALUE, ALL, List.of("plan-ended")).stream()
            .filter(entry -> ((PlanEnded) entry.event()).changes() > 0)
            .map(JournalEntry::number)
            .findFirst());
  }

  private static Duration longestGap(List<JournalEntry> ofPlan) {
    Duration longest = Duration.ZERO;
    Instant last = null;
    for (JournalEntry entry : ofPlan) {
      if (last != null) {
        Duration gap = Duration.between(last, entry.at());
        longest = gap.compareTo(longest) > 0 ? gap : longest;
      }
      last = last == null && !(entry.event() instanceof Planned) ? null : entry.at();
      if (entry.event() instanceof PlanEnded) {
        break;
      }
    }
    return longest;
  }

  /** The same answers from the log. */
  public static Map<String, Object> answers(ActionLog log) throws JournalException {
    Map<String, Object> answers = new LinkedHashMap<>();
    Actions actions = log.reaching(found -> false);
    UndoTargets targets = new UndoTargets(log);
    answers.put("under way", Optional.ofNullable(actions.underWay()).map(order -> order.event()));
    answers.put("unfinished", actions.unfinished().stream().map(ActionPlan::id).toList());
    answers.put("left proposal", actions.open());
    answers.put("stopped", actions.wasLastActionStopped());
    answers.put("paused", String.valueOf(actions.paused()));
    answers.put(
        "canary",
        actions
            .watched()
            .map(
                watched ->
                    "%s %s %s %s %d"
                        .formatted(
                            watched.id(),
                            watched.rest().id(),
                            watched.began(),
                            watched.end().orElseThrow().at(),
                            watched.changes()))
            .orElse("none"));
    answers.put(
        "answered",
        actions.verified() == null
            ? "none"
            : actions.verified().event().plan() + " " + actions.isAnswered());
    answers.put(
        "last end",
        String.valueOf(
            actions
                .endsNewestFirst()
                .filter(end -> end.event().changes() > 0)
                .map(end -> end.number())
                .findFirst()));
    answers.put("last change", actions.lastChange().map(Action::id));
    answers.put("to undo", toUndo(targets, null));
    List<ActionPlan> plans = new ArrayList<>();
    actions
        .newestFirst()
        .forEach(
            action -> {
              List<ActionPlan> reversed = new ArrayList<>(action.plans());
              java.util.Collections.reverse(reversed);
              plans.addAll(reversed);
            });
    for (ActionPlan plan : plans) {
      Action action = actions.of(plan.id()).orElseThrow();
      answers.put("action of " + plan.id(), action.plans().stream().map(ActionPlan::id).toList());
      answers.put(
          "progress of " + plan.id(),
          List.of(
              plan.id(),
              new TreeSet<>(plan.steps().issued()),
              new TreeSet<>(plan.steps().over()),
              plan.end().map(end -> end.event().outcome()).orElse("null"),
              String.valueOf(plan.continues()),
              plan.rest() == null ? "" : plan.rest().id()));
      answers.put(
          "facts of " + plan.id(),
          List.of(
              action.id(),
              String.valueOf(action.undoes()),
              action.hasEnded(),
              action.wasStopped(),
              action.steps(),
              action.changes(),
              action.grew(),
              action.shrank(),
              action.issued().isPresent(),
              action.wasToBePutBack(),
              UndoTargets.isUndone(action, actions)));
      answers.put("to undo " + plan.id(), toUndo(targets, plan.id()));
      answers.put("gap of " + plan.id(), plan.longestGap());
    }
    answers.put("predicted", io.proteus.controller.accuracy.PredictedAnswers.of(actions));
    return answers;
  }

  private static String toUndo(UndoTargets targets, String plan) throws JournalException {
    try {
      return targets.find(plan).id();
    } catch (CannotUndo e) {
      return String.valueOf(e.getMessage());
    }
  }
}
