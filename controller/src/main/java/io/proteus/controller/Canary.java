package io.proteus.controller;

import static io.proteus.core.strategy.ReasonCode.MADE_WORSE;
import static io.proteus.core.strategy.ReasonCode.NOT_JUDGED;

import io.proteus.controller.execution.BelievedResize;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.Time;
import io.proteus.controller.execution.UnfinishedCanary;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Observed.NodeSum;
import io.proteus.controller.journal.PlanProgress;
import io.proteus.controller.undo.PlanUndo;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What follows the node that went first: the others, where it does not serve worse than before; its
 * putting back, where it does; nothing, where that is not known. The rest of the plan is in the
 * journal with the first part, so that after a crash the next Proteus watches the node anew.
 */
public final class Canary implements UnfinishedCanary {
  /** What it did before says little of longer ago. */
  private static final Duration RESUMED_WITHIN = Duration.ofHours(1);

  private static final String STOPPED = "stopped";

  private final CanaryTrial watch;
  private final PlanExecutor executor;
  private final PlanUndo undo;
  private final BelievedResize believed;
  private final Journal journal;
  private final Time time;

  Canary(
      CanaryTrial watch,
      PlanExecutor executor,
      PlanUndo undo,
      BelievedResize believed,
      Journal journal,
      Time time) {
    this.watch = watch;
    this.executor = executor;
    this.undo = undo;
    this.believed = believed;
    this.journal = journal;
    this.time = time;
  }

  /** The plan in two; empty when all of it is carried out at once. */
  Optional<CanaryPlan> of(Plan plan) throws JournalException {
    if (watch.isOff()) {
      return Optional.empty();
    }
    Set<NodeId> serving =
        journal.before(Long.MAX_VALUE, 1, List.of("observed")).stream()
            .flatMap(entry -> ((Observed) entry.event()).nodes().stream())
            .filter(node -> node.requestsPerSecond().total() > 0)
            .map(NodeSum::node)
            .collect(Collectors.toSet());
    return CanaryPlan.of(plan, serving::contains, lastWasNotJudged() ? 1 : CanaryPlan.LEAST_NODES);
  }

  /** Then the others come one by one, and the last of them would be set unwatched. */
  private boolean lastWasNotJudged() throws JournalException {
    return journal.before(Long.MAX_VALUE, 1, List.of("verified")).stream()
        .anyMatch(entry -> ((Verified) entry.event()).result().code() == NOT_JUDGED);
  }

  /**
   * Goes on after the first part was carried out.
   *
   * @param began when it did
   */
  Outcome goOn(CanaryPlan parts, Instant began, Outcome.Completed first, Claim claim)
      throws JournalException, PortException, InterruptedException {
    if (first.changes() == 0) {
      return follow(parts, claim);
    }
    Optional<Reason> found = watch.watch(parts, began, claim);
    if (!claim.isHeld()) {
      return new Outcome.Abandoned(
          Cause.CLAIM_LOST,
          "the sole right to act on the cluster was lost while %s was watched"
              .formatted(parts.node()),
          first.changes());
    }
    if (found.isEmpty() || undo.isUnderWay()) {
      String sentence = "stopped while %s was watched".formatted(parts.node());
      drop(parts.first(), parts.rest(), sentence);
      // what of the whole is done is stopped, too: it is undone by people only
      journal.append(
          time.now(), new PlanEnded(parts.first().id(), STOPPED, sentence, first.changes()));
      return new Outcome.Stopped(first.changes());
    }
    if (found.get().code() == MADE_WORSE) {
      undo.begin(
          undo.past().of(parts.first().id()).orElseThrow(),
          "canary",
          found.get().sentence().toString());
      drop(
          parts.first(),
          parts.rest(),
          "%s went first: %s".formatted(parts.node(), found.get().sentence()));
      return undo.goOn(claim);
    }
    if (found.get().code() == NOT_JUDGED) {
      String sentence =
          "%s went first, and nobody knows how it does: %s; the others stay as they are"
              .formatted(parts.node(), found.get().sentence());
      drop(parts.first(), parts.rest(), sentence);
      leaveTheOthers();
      return new Outcome.Abandoned(Cause.NOT_JUDGED, sentence, first.changes());
    }
    return follow(parts, claim);
  }

  private Outcome follow(CanaryPlan parts, Claim claim) {
    return executor.carryOut(parts.rest(), null, parts.first().id(), claim);
  }

  private void drop(Plan first, Plan rest, String why) throws JournalException {
    journal.append(time.now(), new PlanEnded(rest.id(), "dropped", why, 0));
    PlanProgress.of(journal.ofPlan(first.id())).ifPresent(believed::takeBack);
  }

  /**
   * What policies have decided on and nobody has set stays so until something else is asked for.
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
    return left().isPresent();
  }

  @Override
  public void giveUp(String why) throws JournalException {
    Optional<Left> left = left();
    if (left.isPresent()) {
      drop(left.get().first(), left.get().rest(), why);
    }
  }

  @Override
  public Outcome goOn(Claim claim) throws JournalException, PortException, InterruptedException {
    Left left = left().orElseThrow();
    Duration since = Duration.between(left.ended(), time.now());
    if (watch.isOff() || since.compareTo(RESUMED_WITHIN) > 0) {
      String why =
          "%s was done %d s ago, and what it led to is not looked at any more"
              .formatted(left.first().id(), since.toSeconds());
      drop(left.first(), left.rest(), why);
      return new Outcome.Abandoned(Cause.OVERTAKEN, why, left.changes());
    }
    return goOn(
        CanaryPlan.of(left.first(), left.rest()),
        left.began(),
        new Outcome.Completed(left.changes()),
        claim);
  }

  /** A first part that was completed, and whose rest was neither begun nor dropped. */
  private record Left(Plan first, Plan rest, Instant began, Instant ended, int changes) {}

  private Optional<Left> left() throws JournalException {
    PlanProgress latest = journal.latestPlan().orElse(null);
    Plan rest = latest == null ? null : latest.rest();
    if (latest == null || rest == null || !latest.ended() || !journal.ofPlan(rest.id()).isEmpty()) {
      return Optional.empty();
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
        ? Optional.empty()
        : Optional.of(new Left(latest.plan(), rest, began, ended, latest.issued().size()));
  }
}
