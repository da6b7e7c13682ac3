package io.proteus.controller.execution;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Restarts;
import io.proteus.core.step.Step;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Picks up what an earlier run left. It resumes, drops or undoes an unfinished plan; ends what an
 * operator had stopped; watches a canary again; starts a node that was being restarted; restores
 * the store's own balancer. It works from the journal and from observation.
 */
public final class Recovery {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** What is decided next would only wait for them; whoever waits longer is told. */
  private static final Duration MOVES_SETTLE_WITHIN = Duration.ofMinutes(2);

  private static final Sentence STOPPED = Sentence.of("an operator had stopped it");

  private final Ports ports;
  private final PlanExecutor executor;
  private final ResumableUndo undo;
  private final ResumableCanary canary;
  private final Balancer balancer;
  private final ActionLog log;
  private final Journal journal;
  private final Time time;

  /** The node that was to be started last, and did not come up while it was waited for. */
  private @Nullable NodeId asked;

  /** Nodes take their time: one that is starting is not started anew. */
  private Instant notAgainBefore = Instant.MIN;

  public Recovery(
      Ports ports,
      PlanExecutor executor,
      ResumableUndo undo,
      ResumableCanary canary,
      Balancer balancer,
      ActionLog log,
      Time time) {
    this.ports = ports;
    this.executor = executor;
    this.undo = undo;
    this.canary = canary;
    this.balancer = balancer;
    this.log = log;
    this.journal = log.journal();
    this.time = time;
  }

  /**
   * What was recovered.
   *
   * @param sentences for operators; empty when nothing was left
   * @param outcome of the plan that was resumed; empty when there was none
   */
  public record Recovered(List<Sentence> sentences, Optional<Outcome> outcome) {
    public Recovered {
      sentences = List.copyOf(sentences);
    }
  }

  /** Whether an earlier run left anything that the journal or the store knows of. */
  public boolean isNeeded() throws JournalException, PortException {
    return journal.balancerIsTaken() || !journal.compactionsPausedOn().isEmpty() || isHalfDone();
  }

  /** Whether an earlier run left a plan, a canary, an undo, a restart or a move. */
  public boolean isHalfDone() throws JournalException, PortException {
    Actions actions = log.now();
    return isPuttingBack()
        || !actions.unfinished().isEmpty()
        || canary.isUnderWay()
        || latestPlan(actions).filter(plan -> restartLeft(plan).isPresent()).isPresent()
        || !leftMoves().isEmpty()
        || hasLeftJoins();
  }

  private boolean hasLeftJoins() throws PortException {
    Optional<Admission> admission = ports.find(Admission.class);
    return admission.isPresent() && admission.get().hasLeftWork();
  }

  /** Of which the plan may be in a journal elsewhere. */
  private Set<PartitionId> leftMoves() throws PortException {
    Optional<Placement> placement = ports.find(Placement.class);
    return placement.isPresent() ? placement.get().leftMoves() : Set.of();
  }

  private static Optional<PlanProgress> latestPlan(Actions actions) {
    return actions.latestPlan().map(ActionPlan::progress);
  }

  /** Whether an earlier run was putting something back, or had been asked to. */
  public boolean isPuttingBack() throws JournalException {
    return undo.isUnderWay();
  }

  /** Whether an operator stopped what an earlier run left, which that run did not live to end. */
  public boolean wasStopped() throws JournalException {
    Actions actions = log.now();
    boolean isLeft = isPuttingBack() || !actions.unfinished().isEmpty() || canary.isUnderWay();
    return isLeft && actions.wasLastActionStopped();
  }

  /** Leaves nothing half done; does nothing when there is nothing to do. */
  public Recovered recover(Claim claim)
      throws JournalException, PortException, InterruptedException {
    return recover(null, claim);
  }

  /**
   * The same, where an undo begins with the plan that was shown to a person.
   *
   * @param shown null where nobody was shown one
   */
  public Recovered recover(@Nullable Plan shown, Claim claim)
      throws JournalException, PortException, InterruptedException {
    boolean stopped = wasStopped();
    List<Sentence> sentences = new ArrayList<>(compactionsOn());
    Optional<Outcome> outcome = Optional.empty();
    List<PlanProgress> unfinished =
        log.now().unfinished().stream().map(ActionPlan::progress).toList();
    if (!unfinished.isEmpty()) {
      for (PlanProgress older : unfinished.subList(0, unfinished.size() - 1)) {
        journal.append(
            time.now(),
            new PlanEnded(
                older.plan().id(),
                "dropped",
                Sentence.of("a newer plan followed"),
                older.issued().size()));
      }
      PlanProgress newest = unfinished.get(unfinished.size() - 1);
      outcome = Optional.of(pickUp(newest, stopped, claim, sentences));
    }
    if (canary.isUnderWay()) {
      if (isPuttingBack()) {
        canary.giveUp(Sentence.of("the {node} that went first is put back"));
      } else if (stopped) {
        canary.giveUp(STOPPED);
        sentences.add(Sentence.of("dropped the rest of a plan: %s", STOPPED));
      } else {
        outcome = Optional.of(watchAgain(claim, sentences));
      }
    }
    if (isPuttingBack() && stopped) {
      if (claim.isHeld()) { // else the journal is the next leader's
        outcome = Optional.of(undo.stop());
        sentences.add(
            Sentence.of("put back no more of what an earlier run had begun to: %s", STOPPED));
      }
    } else if (isPuttingBack()) {
      try (Balancer.Hold hold = balancer.hold()) {
        outcome = Optional.of(undo.goOn(shown, claim));
      }
      sentences.add(Sentence.of("putting back: %s", outcome.get().sentence()));
    }
    finishMoves(sentences);
    finishJoins(sentences);
    Optional<PlanProgress> latest = latestPlan(log.now());
    if (latest.isPresent()) {
      startAgain(latest.get(), sentences);
    }
    sentences.addAll(balancerOn());
    return new Recovered(sentences, outcome);
  }

  /**
   * Switches on again what an earlier run switched off in the store, and leaves plans as they are;
   * sentences for operators, none when all of it is on.
   */
  public List<Sentence> switchOn() throws JournalException {
    List<Sentence> sentences = new ArrayList<>(compactionsOn());
    sentences.addAll(balancerOn());
    return sentences;
  }

  private List<Sentence> compactionsOn() throws JournalException {
    if (journal.compactionsPausedOn().isEmpty()) {
      return List.of();
    }
    return List.of(
        new Compactions(ports, journal, time, Duration.ZERO).resume()
            ? Sentence.of("switched the store's own compactions on again")
            : Sentence.of("could not switch the store's own compactions on again"));
  }

  private List<Sentence> balancerOn() throws JournalException {
    if (!journal.balancerIsTaken()) {
      return List.of();
    }
    return List.of(
        balancer.restore()
            ? Sentence.of("switched the store's own balancer on again")
            : Sentence.of("could not switch the store's own balancer on again"));
  }

  /**
   * Resumes a plan; one that was stopped, or is to be put back, goes no further than it has been
   * begun.
   */
  private Outcome pickUp(PlanProgress left, boolean stopped, Claim claim, List<Sentence> sentences)
      throws JournalException {
    boolean isToEnd = stopped || (isPuttingBack() && left.plan().undoes() == null);
    Outcome outcome = isToEnd ? executor.finishBegun(left, claim) : executor.resume(left, claim);
    sentences.add(
        Sentence.of(
            "%s %s, which an earlier run had left: %s",
            isToEnd ? "ended" : "resumed", left.plan().id(), outcome.sentence()));
    return outcome;
  }

  private Outcome watchAgain(Claim claim, List<Sentence> sentences)
      throws JournalException, PortException, InterruptedException {
    Outcome outcome;
    try (Balancer.Hold hold = balancer.hold()) {
      outcome = canary.goOn(claim);
    }
    sentences.add(
        Sentence.of(
            "went on with a plan of which an earlier run had set one {node}: %s",
            outcome.sentence()));
    return outcome;
  }

  /** What is on two nodes has to be on one, also where its plan is not gone on with. */
  private void finishMoves(List<Sentence> sentences) throws PortException, InterruptedException {
    Set<PartitionId> left = leftMoves();
    if (left.isEmpty()) {
      return;
    }
    ports.need(Placement.class).finishLeftMoves();
    String which = left.stream().sorted().map(PartitionId::value).collect(Collectors.joining(", "));
    sentences.add(
        settle(left)
            ? Sentence.of("carried on with the move of %s, which an earlier run had left", which)
            : Sentence.of("carries on with the move of %s, which an earlier run had left", which));
  }

  /** What takes hours is not waited for: the store shows that it is at work. */
  private void finishJoins(List<Sentence> sentences) throws PortException {
    if (hasLeftJoins()) {
      ports.need(Admission.class).finishLeftWork();
      sentences.add(
          Sentence.of(
              "the store does what was to follow a join or another change, and an earlier run had left"));
    }
  }

  private boolean settle(Set<PartitionId> left) throws PortException, InterruptedException {
    Time steady = time.steady();
    Instant until = steady.now().plus(MOVES_SETTLE_WITHIN);
    while (!Collections.disjoint(ports.store().topology().inTransition(), left)) {
      if (steady.now().isAfter(until) || executor.stop().isRequested()) {
        return false;
      }
      time.sleep(BETWEEN_LOOKS);
    }
    return true;
  }

  private void startAgain(PlanProgress latest, List<Sentence> sentences)
      throws JournalException, PortException, InterruptedException {
    OptionalInt left = restartLeft(latest);
    if (left.isEmpty() || ports.find(Restarts.class).isEmpty()) {
      return;
    }
    Step restart = latest.plan().steps().get(left.getAsInt());
    NodeId node = restart.restarts().orElseThrow();
    if (isLive(node) || start(restart, node, sentences)) {
      asked = null;
      journal.append(
          time.now(),
          new StepReached(
              latest.plan().id(),
              left.getAsInt(),
              StepState.DONE,
              restart.sentence(),
              Sentence.of("it is up again")));
    }
  }

  /**
   * Starts a node, and waits for it the first time; whether it is up. What can be done without it
   * is not kept waiting: it is tried again in the cycles that follow.
   */
  private boolean start(Step restart, NodeId node, List<Sentence> sentences)
      throws InterruptedException {
    boolean isFirst = !node.equals(asked);
    if (!isFirst && time.steady().now().isBefore(notAgainBefore)) {
      sentences.add(Sentence.of("%s, which an earlier plan had stopped, is not up yet", node));
      return false;
    }
    try {
      restart.issue(ports);
      asked = node;
      boolean live = isFirst && comesUp(restart, node);
      notAgainBefore = time.steady().now().plus(restart.timeout(executor.costs()));
      sentences.add(
          Sentence.of(
              live
                  ? "started %s again, which an earlier plan had stopped"
                  : "%s, which an earlier plan had stopped, does not come up",
              node));
      return live;
    } catch (PortException e) {
      sentences.add(
          Sentence.of(
              "%s, which an earlier plan had stopped, cannot be started: %s",
              node, e.getMessage()));
      return false;
    }
  }

  private boolean comesUp(Step restart, NodeId node) throws PortException, InterruptedException {
    Time steady = time.steady();
    Instant until = steady.now().plus(restart.timeout(executor.costs()));
    while (!isLive(node)) {
      if (steady.now().isAfter(until) || executor.stop().isRequested()) {
        return false;
      }
      time.sleep(BETWEEN_LOOKS);
    }
    return true;
  }

  private boolean isLive(NodeId node) throws PortException {
    return ports.store().topology().node(node).isPresent();
  }

  /** A restart that was asked for and never seen done. */
  private static OptionalInt restartLeft(PlanProgress progress) {
    return progress.issued().stream()
        .filter(index -> !progress.over().contains(index))
        .filter(index -> progress.plan().steps().get(index).restarts().isPresent())
        .mapToInt(index -> index)
        .findFirst();
  }
}
