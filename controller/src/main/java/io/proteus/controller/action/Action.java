package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.Achieved;
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
 * One plan or several, each of which continues the one before, from the proposal to the end. One
 * plan adds nodes and the next fills them; a canary precedes the rest. They are undone together.
 *
 * @param plans those that were begun, the oldest first; empty while none was
 * @param facts what else is known of it, the newest event of each kind
 * @param claimedSince the first claim of the cluster since it began, while it was the newest
 *     action; empty when there was none
 * @param state where it stands
 */
public record Action(
    List<ActionPlan> plans, NewestEvents facts, OptionalLong claimedSince, ActionState state) {
  public Action {
    plans = List.copyOf(plans);
  }

  static Action proposed(JournalEntry entry, Proposed proposed) {
    return new Action(
        List.of(),
        NewestEvents.NONE.with(entry),
        OptionalLong.empty(),
        new ActionState.Proposed(proposed.plan(), entry.at()));
  }

  static Action begun(JournalEntry entry, Planned planned) {
    return new Action(
        List.of(ActionPlan.begin(RecordedEvent.of(entry, planned))),
        NewestEvents.NONE,
        OptionalLong.empty(),
        ActionState.Running.of(planned));
  }

  // what it is

  /** The proposed plan; null when nobody had to approve it. */
  public @Nullable RecordedEvent<Proposed> proposal() {
    return facts.of(Proposed.class);
  }

  /** How the proposal ended; null while it waits. */
  public @Nullable RecordedEvent<ProposalEnded> answer() {
    return facts.of(ProposalEnded.class);
  }

  /** The result beside the prediction; null while it was not judged. */
  public @Nullable RecordedEvent<Achieved> achieved() {
    return facts.of(Achieved.class);
  }

  /** Names the action: its last plan. */
  public String id() {
    return plans.isEmpty() ? proposed().id() : last().id();
  }

  /** Its first plan. Requires that a plan was begun. */
  public ActionPlan first() {
    return plans.get(0);
  }

  /** Its newest plan. Requires that a plan was begun. */
  public ActionPlan last() {
    return plans.get(plans.size() - 1);
  }

  /** Whether a plan is part of it that was begun or proposed. */
  public boolean contains(String plan) {
    RecordedEvent<Proposed> proposal = proposal();
    return plan(plan).isPresent()
        || (proposal != null && proposal.event().plan().id().equals(plan));
  }

  /** One of its begun plans. */
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
    return plans.isEmpty() ? proposed().undoes() : last().plan().undoes();
  }

  private Plan proposed() {
    return Objects.requireNonNull(proposal()).event().plan();
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

  /** Whether a node was there before the action; false where that is not known. */
  public boolean found(NodeId node) {
    Topology before = first().before();
    return before != null && before.node(node).isPresent();
  }

  /**
   * The issued steps of each plan with the cluster before it; empty when that cluster is not known.
   */
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

  /** All ends of its plans, the oldest first; a rest that never began may have ended too. */
  public List<RecordedEvent<PlanEnded>> ends() {
    return Stream.concat(
            plans.stream().flatMap(plan -> plan.ends().stream()),
            Stream.ofNullable(facts.of(PlanEnded.class)))
        .sorted(Comparator.comparing(RecordedEvent::number))
        .toList();
  }

  // what became of it

  /** Whether an undo was ordered, however it ended. */
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

  /** Whether a plan of it waited, ran or was watched at some time after an entry. */
  public boolean wasUnderWayAfter(long entry) {
    return !(state.unlessPutBack() instanceof ActionState.Ended end) || end.number() > entry;
  }

  // how it goes on

  /** The same after an entry of one of its plans, or of the plan that goes on with it. */
  Action after(JournalEntry entry) {
    JournalEvent event = entry.event();
    ActionState next = state.after(entry);
    String plan = event.planId().orElse("");
    if (event instanceof ProposalEnded
        || event instanceof Achieved
        || (event instanceof PlanEnded && plan(plan).isEmpty())) {
      return new Action(plans, facts.with(entry), claimedSince, next);
    }
    Stream<ActionPlan> all =
        event instanceof Planned planned
            ? Stream.concat(
                plans.stream(), Stream.of(ActionPlan.begin(RecordedEvent.of(entry, planned))))
            : plans.stream().map(part -> part.id().equals(plan) ? part.after(entry) : part);
    return new Action(all.toList(), facts, claimedSince, next);
  }

  /** The same after the cluster was claimed. */
  Action claimed(long number) {
    return claimedSince.isPresent()
        ? this
        : new Action(plans, facts, OptionalLong.of(number), state);
  }
}
