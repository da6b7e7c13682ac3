package io.proteus.controller;

import static io.proteus.core.strategy.ReasonCode.MADE_WORSE;
import static io.proteus.core.strategy.ReasonCode.NOT_JUDGED;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.execution.BelievedResize;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.ResumableCanary;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Observed.NodeSum;
import io.proteus.controller.undo.PlanUndo;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.LocalTableChanges;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides what follows the first node of a plan: the other nodes follow if it does not serve worse
 * than before; it is undone if it does; nothing happens if that is not known, but what a node only
 * tries is undone then, too. The journal has the rest of the plan with the first part, so after a
 * crash the next Proteus watches the node again.
 */
public final class Canary implements ResumableCanary {
  /** The node's earlier service says little about a time longer ago. */
  private static final Duration RESUMED_WITHIN = Duration.ofHours(1);

  /** Looked through for a steady one: those of a plan that ran before may be newer. */
  private static final int MOST_SAMPLES = 200;

  /** Who orders what it undoes. */
  private static final String BY = "canary";

  private final Ports ports;
  private final CanaryTrial watch;
  private final PlanExecutor executor;
  private final PlanUndo undo;
  private final BelievedResize believed;
  private final ActionLog log;
  private final Journal journal;
  private final Time time;

  Canary(
      Ports ports,
      CanaryTrial watch,
      PlanExecutor executor,
      PlanUndo undo,
      BelievedResize believed,
      ActionLog log,
      Time time) {
    this.ports = ports;
    this.watch = watch;
    this.executor = executor;
    this.undo = undo;
    this.believed = believed;
    this.log = log;
    this.journal = log.journal();
    this.time = time;
  }

  /** The plan in two; empty when all of it is carried out at once. */
  Optional<CanaryPlan> of(Plan plan) throws JournalException, PortException {
    if (watch.isOff()) {
      return Optional.empty();
    }
    Set<NodeId> serving =
        journal.before(Long.MAX_VALUE, MOST_SAMPLES, List.of("observed")).stream()
            .map(entry -> (Observed) entry.event())
            .filter(Observed::isSteady)
            .limit(1)
            .flatMap(observed -> observed.nodes().stream())
            .filter(node -> node.requestsPerSecond().total() > 0)
            .map(NodeSum::node)
            .collect(Collectors.toSet());
    return CanaryPlan.of(
        plan, serving::contains, lastWasNotJudged() ? 1 : CanaryPlan.LEAST_NODES, localTables());
  }

  /**
   * Where settings of tables are tried. A node that has some for itself already was not as the
   * others before, so it cannot be compared with that time.
   */
  private CanaryPlan.LocalTables localTables() throws PortException {
    Set<String> keys =
        ports.find(LocalTableChanges.class).map(LocalTableChanges::localKeys).orElse(Set.of());
    if (keys.isEmpty()) {
      return CanaryPlan.LocalTables.NONE;
    }
    Topology now = ports.store().topology();
    if (now.nodes().size() < CanaryPlan.LEAST_NODES) {
      return CanaryPlan.LocalTables.NONE;
    }
    return new CanaryPlan.LocalTables(
        now.nodes().stream()
            .map(Node::id)
            .filter(node -> now.tables().stream().noneMatch(it -> it.local().containsKey(node)))
            .toList(),
        keys);
  }

  /**
   * Whether the last canary was not judged. The others then come one by one, and the last one would
   * be set unwatched.
   */
  private boolean lastWasNotJudged() throws JournalException {
    RecordedEvent<Verified> last = log.now().verified();
    return last != null && last.event().result().code() == NOT_JUDGED;
  }

  /**
   * Goes on after the first part was carried out.
   *
   * @param began when it did
   */
  Outcome goOn(CanaryPlan parts, Instant began, Outcome first, Claim claim)
      throws JournalException, PortException, InterruptedException {
    if (first.changes() == 0) {
      return follow(parts, claim);
    }
    Optional<Reason> found = watch.watch(parts, began, claim);
    if (!claim.isHeld()) {
      return new Outcome.Abandoned(
          Cause.CLAIM_LOST,
          Sentence.of(
              "the sole right to act on the cluster was lost while %s was watched", parts.node()),
          first.changes());
    }
    if (found.isEmpty() || undo.isUnderWay()) {
      Sentence sentence = Sentence.of("stopped while %s was watched", parts.node());
      drop(parts.first(), parts.rest(), sentence);
      // what of the whole is done is stopped, too: it is undone by people only
      journal.append(
          time.now(),
          new PlanEnded(parts.first().id(), Outcomes.STOPPED, sentence, first.changes()));
      return new Outcome.Stopped(first.changes());
    }
    if (found.get().code() == MADE_WORSE) {
      return putBack(
          parts,
          found.get().sentence(),
          Sentence.of("%s went first: %s", parts.node(), found.get().sentence()),
          claim);
    }
    if (found.get().code() == NOT_JUDGED) {
      Sentence sentence =
          Sentence.of(
              "%s went first, and nobody knows how it does: %s; the others stay as they are",
              parts.node(), found.get().sentence());
      if (parts.isLocal()) {
        return putBack(parts, sentence, sentence, claim);
      }
      drop(parts.first(), parts.rest(), sentence);
      leaveTheOthers();
      return new Outcome.Abandoned(Cause.NOT_JUDGED, sentence, first.changes());
    }
    return follow(parts, claim);
  }

  /** What a node tries is put back, too, where the rest is given up before all have it. */
  private Outcome follow(CanaryPlan parts, Claim claim) throws JournalException, PortException {
    Outcome rest = executor.carryOut(parts.rest(), null, parts.first().id(), claim);
    if (rest instanceof Outcome.Abandoned && claim.isHeld() && stillTries(parts)) {
      undo.begin(log.of(parts.first().id()).orElseThrow(), BY, rest.sentence());
      return undo.goOn(claim);
    }
    return rest;
  }

  private boolean stillTries(CanaryPlan parts) throws PortException {
    return parts.isLocal()
        && ports.store().topology().tables().stream()
            .anyMatch(table -> table.local().containsKey(parts.node()));
  }

  private Outcome putBack(CanaryPlan parts, Sentence why, Sentence dropped, Claim claim)
      throws JournalException, PortException {
    undo.begin(log.of(parts.first().id()).orElseThrow(), BY, why);
    drop(parts.first(), parts.rest(), dropped);
    return undo.goOn(claim);
  }

  private void drop(Plan first, Plan rest, Sentence why) throws JournalException {
    journal.append(time.now(), new PlanEnded(rest.id(), Outcomes.DROPPED, why, 0));
    log.now().plan(first.id()).map(ActionPlan::progress).ifPresent(believed::takeBack);
  }

  /**
   * Leaves what policies decided for the other nodes as it is until they ask for something else.
   */
  private void leaveTheOthers() throws JournalException {
    StrategyMemory memory = journal.memory();
    StrategyMemory left = memory.with(memory.settings().leftToOthers());
    if (!left.equals(memory)) {
      journal.append(time.now(), new Remembered(left));
    }
  }

  // after a crash

  @Override
  public boolean isUnderWay() throws JournalException {
    return log.now().watched().isPresent();
  }

  @Override
  public void giveUp(Sentence why) throws JournalException {
    Optional<ActionPlan> first = log.now().watched();
    if (first.isPresent()) {
      drop(first.get().plan(), rest(first.get()), why);
    }
  }

  @Override
  public Outcome goOn(Claim claim) throws JournalException, PortException, InterruptedException {
    ActionPlan first = log.now().watched().orElseThrow();
    int changes = first.changes();
    CanaryPlan parts = CanaryPlan.of(first.plan(), rest(first));
    Duration since = Duration.between(first.end().orElseThrow().at(), time.now());
    if (watch.isOff() || since.compareTo(RESUMED_WITHIN) > 0) {
      Sentence why =
          Sentence.of(
              "%s was done %d s ago, and what it led to is not looked at any more",
              first.id(), since.toSeconds());
      if (parts.isLocal()) {
        return putBack(parts, why, why, claim);
      }
      drop(first.plan(), rest(first), why);
      return new Outcome.Abandoned(Cause.OVERTAKEN, why, changes);
    }
    return goOn(parts, first.began(), new Outcome.Completed(changes), claim);
  }

  private static Plan rest(ActionPlan watched) {
    return Objects.requireNonNull(watched.rest());
  }
}
