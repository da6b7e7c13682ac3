package io.proteus.controller;

import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.verification.Verification;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the node that got its new settings first, before the others do. */
public final class Canary {
  private static final Logger LOG = LoggerFactory.getLogger(Canary.class);

  /** How long an operator who stops the plan may have to wait. */
  private static final Duration NAP = Duration.ofMillis(500);

  private final Duration watched;
  private final Monitor monitor;
  private final Verification verification;
  private final Journal journal;
  private final Time time;
  private final Progress progress;
  private final StopSignal stop;

  /**
   * @param watched how long; zero for no canary at all
   * @param progress told that it is watched
   * @param stop ends it
   */
  public Canary(
      Duration watched,
      Monitor monitor,
      Verification verification,
      Journal journal,
      Time time,
      Progress progress,
      StopSignal stop) {
    this.watched = watched;
    this.monitor = monitor;
    this.verification = verification;
    this.journal = journal;
    this.time = time;
    this.progress = progress;
    this.stop = stop;
  }

  /** The plan in two; empty when all of it is carried out at once. */
  Optional<CanaryPlan> of(Plan plan) {
    return watched.isZero() ? Optional.empty() : CanaryPlan.of(plan);
  }

  /**
   * Watches it and compares it with what it did before.
   *
   * @param began when its plan did
   * @return whether the watch came to its end, and what it found
   */
  Optional<Reason> watch(CanaryPlan parts, Instant began, Claim claim)
      throws JournalException, InterruptedException {
    Plan plan = parts.first();
    Instant from = time.now();
    Instant until = from.plus(watched);
    Instant sample = from;
    boolean ends = false;
    try {
      while (time.now().isBefore(until) && !ends) {
        progress.watches(plan);
        if (!time.now().isBefore(sample)) {
          observe();
          sample = sample.plus(monitor.period());
        }
        time.sleep(NAP);
        ends = stop.isRequested() || !claim.isHeld();
      }
    } finally {
      progress.watched(plan);
    }
    return ends
        ? Optional.empty()
        : Optional.of(verification.verify(plan.id(), parts.node(), began, from));
  }

  private void observe() throws JournalException {
    try {
      journal.append(time.now(), Observed.of(monitor.observe()));
    } catch (PortException e) {
      LOG.warn("a sample of the canary is missing: {}", e.getMessage());
    }
  }
}
