package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One plan or several, each of which goes on with the one before, from the proposal to the end:
 * nodes are added by one plan and filled by the next, and a canary goes before the rest. They are
 * undone together.
 *
 * @param proposal the plan that a person was asked about; null when nobody was
 * @param answer how that ended; null while it waits
 * @param plans those that were begun, the oldest first; empty while none was
 * @param dropped the end of the plan that was to follow and never began; null when there is none
 * @param requests what operators asked for of it
 * @param achieved what came of it beside what was predicted; null while nobody looked
 * @param claimedSince the first claim of the cluster since it began, while it was the newest
 *     action; empty when there was none
 * @param state where it stands
 */
public record Action(
    @Nullable RecordedEvent<Proposed> proposal,
    @Nullable RecordedEvent<ProposalEnded> answer,
    List<ActionPlan> plans,
    @Nullable RecordedEvent<PlanEnded> dropped,
    List<RecordedEvent<OperatorAsked>> requests,
    @Nullable RecordedEvent<Achieved> achieved,
    OptionalLong claimedSince,
    ActionState state) {
  /** A person who asks more often is heard, and the oldest request is forgotten here. */
  private static final int MOST_REQUESTS = 50;

  public Action {
    plans = List.copyOf(plans);
    requests = List.copyOf(requests);
  }

  static Action proposed(RecordedEvent<Proposed> proposal) {
    return new Action(
        proposal,
        null,
        List.of(),
        null,
        List.of(),
        null,
        OptionalLong.empty(),
        new ActionState.Proposed(proposal.event().plan(), proposal.at()));
  }

  static Action begun(JournalEntry entry, Planned planned) {
    return new Action(
        null,
        null,
        List.of(ActionPlan.begin(RecordedEvent.of(entry, planned))),
        null,
        List.of(),
        null,
        OptionalLong.empty(),
        ActionState.Running.of(planned));
  }

  // what it is

  /** Names the action: its last plan. */
  public String id() {
    return plans.isEmpty() ? Objects.requireNonNull(proposal).event().plan().id() : last().id();
  }

  /** Its first plan; it has one once it was begun. */
  public ActionPlan first() {
    return plans.get(0);
  }

  /** Its newest plan; it has one once it was begun. */
  public ActionPlan last() {
    return plans.get(plans.size() - 1);
  }

  /** Whether a plan is part of it that was begun or proposed. */
  public boolean contains(String plan) {
    return plan(plan).isPresent()
        || (proposal != null && proposal.event().plan().id().equals(plan));
  }

  /** One of its plans that was begun. */
  public Optional<ActionPlan> plan(String id) {
    return plans.stream().filter(plan -> plan.id().equals(id)).findFirst();
  }

  /** Whether an entry of this plan is an entry of the action. */
  boolean owns(String plan) {
    return contains(plan) || (!plans.isEmpty() && isRest(last(), plan));
  }

  private static boolean isRest(ActionPlan first, String plan) {
    Plan rest = first.rest();
    return rest != null && rest.id().equals(plan);
  }

  /** The plan whose changes it puts back; null when it puts back none. */
  public @Nullable String undoes() {
    return plans.isEmpty()
        ? Objects.requireNonNull(proposal).event().plan().undoes()
        : last().plan().undoes();
  }

  // what was done

  /** Whether its last plan has ended. */
  public boolean hasEnded() {
    return last().ended();
  }

  /** Whether its last plan was ended by a person, or by the end of the process. */
  public boolean wasStopped() {
    return last().end().filter(end -> end.event().outcome().equals(Outcomes.STOPPED)).isPresent();
  }

  /** Steps of its plans, whether they were asked for or not. */
  public int steps() {
    return plans.stream().mapToInt(part -> part.plan().steps().size()).sum();
  }

  /** Steps that were asked for. */
  public int changes() {
    return plans.stream().mapToInt(ActionPlan::changes).sum();
  }

  /** Whether nodes were asked for. */
  public boolean grew() {
    return issuedSteps().anyMatch(step -> step.nodeChange() > 0);
  }

  /** Whether nodes were stopped for good. */
  public boolean shrank() {
    return issuedSteps().anyMatch(step -> step.nodeChange() < 0);
  }

  /** Whether a node was given settings, restarted or stopped: then it may have died of that. */
  public boolean changed(NodeId node) {
    return issuedSteps()
        .anyMatch(
            step ->
                step.reconfigures().filter(node::equals).isPresent()
                    || step.takesOut().filter(node::equals).isPresent());
  }

  private Stream<Step> issuedSteps() {
    return plans.stream().flatMap(part -> part.issuedSteps().stream());
  }

  /** Whether a node was there before it; false where nobody knows. */
  public boolean found(NodeId node) {
    Topology before = first().before();
    return before != null && before.node(node).isPresent();
  }

  /** What was asked for and what was before; empty when what was before is not known. */
  public Optional<List<IssuedSteps>> issued() {
    List<IssuedSteps> issued = new ArrayList<>();
    for (ActionPlan part : plans) {
      Topology before = part.before();
      if (before == null) {
        return Optional.empty();
      }
      issued.add(new IssuedSteps(before, part.issuedSteps()));
    }
    return Optional.of(issued);
  }

  /** All ends of its plans, that of a rest which never began among them, the oldest first. */
  public List<RecordedEvent<PlanEnded>> ends() {
    return Stream.concat(
            plans.stream().flatMap(plan -> plan.ends().stream()), Stream.ofNullable(dropped))
        .sorted(Comparator.comparing(RecordedEvent::number))
        .toList();
  }

  // what became of it

  /** Whether it was to be put back, whatever came of that. */
  public boolean wasToBePutBack() {
    return newest(ActionPlan::undoBegan).isPresent();
  }

  /** How its last undo ended; empty when none has. */
  public Optional<RecordedEvent<UndoEnded>> lastUndo() {
    return newest(ActionPlan::undoEnded);
  }

  private <E extends JournalEvent> Optional<RecordedEvent<E>> newest(
      Function<ActionPlan, @Nullable RecordedEvent<E>> fact) {
    return plans.stream()
        .flatMap(plan -> Stream.ofNullable(fact.apply(plan)))
        .max(Comparator.comparing(RecordedEvent::number));
  }

  // how it goes on

  /** The same after an entry of one of its plans, or of the plan that goes on with it. */
  Action after(JournalEntry entry) {
    JournalEvent event = entry.event();
    ActionState next = state.after(entry);
    if (event instanceof Planned planned) {
      List<ActionPlan> all = new ArrayList<>(plans);
      all.add(ActionPlan.begin(RecordedEvent.of(entry, planned)));
      return new Action(proposal, answer, all, dropped, requests, achieved, claimedSince, next);
    }
    if (event instanceof ProposalEnded ended) {
      return new Action(
          proposal,
          RecordedEvent.of(entry, ended),
          plans,
          dropped,
          requests,
          achieved,
          claimedSince,
          next);
    }
    if (event instanceof Achieved came) {
      return new Action(
          proposal,
          answer,
          plans,
          dropped,
          requests,
          RecordedEvent.of(entry, came),
          claimedSince,
          next);
    }
    String plan = event.planId().orElse("");
    if (event instanceof PlanEnded end && plan(plan).isEmpty()) {
      return new Action(
          proposal,
          answer,
          plans,
          RecordedEvent.of(entry, end),
          requests,
          achieved,
          claimedSince,
          next);
    }
    List<ActionPlan> all =
        plans.stream().map(part -> part.id().equals(plan) ? part.after(entry) : part).toList();
    return new Action(proposal, answer, all, dropped, requests, achieved, claimedSince, next);
  }

  /** The same after an operator asked for something. */
  Action asked(RecordedEvent<OperatorAsked> request) {
    List<RecordedEvent<OperatorAsked>> all = new ArrayList<>(requests);
    all.add(request);
    return new Action(
        proposal,
        answer,
        plans,
        dropped,
        all.subList(Math.max(0, all.size() - MOST_REQUESTS), all.size()),
        achieved,
        claimedSince,
        state);
  }

  /** The same after the cluster was claimed. */
  Action claimed(long number) {
    return claimedSince.isPresent()
        ? this
        : new Action(
            proposal, answer, plans, dropped, requests, achieved, OptionalLong.of(number), state);
  }
}
