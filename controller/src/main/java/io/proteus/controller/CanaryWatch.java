package io.proteus.controller;

import static io.proteus.core.strategy.ReasonCode.MADE_WORSE;

import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.verification.Verification;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches a node that has new settings, and compares it with what it did before. */
final class CanaryWatch {
  private static final Logger LOG = LoggerFactory.getLogger(CanaryWatch.class);

  /** How long an operator who stops the plan may have to wait. */
  private static final Duration NAP = Duration.ofMillis(500);

  /** It is watched so many times as long where samples are missing; then nothing is known. */
  static final int LONGEST = 3;

  private final Acting.Manner manner;
  private final Monitor monitor;
  private final Verification verification;
  private final Journal journal;
  private final Time time;

  CanaryWatch(
      Acting.Manner manner,
      Monitor monitor,
      Verification verification,
      Journal journal,
      Time time) {
    this.manner = manner;
    this.monitor = monitor;
    this.verification = verification;
    this.journal = journal;
    this.time = time;
  }

  /** Whether no node goes first. */
  boolean isOff() {
    return manner.execution().canary().isZero();
  }

  /**
   * Lets it settle, watches it and writes down what was found.
   *
   * @param began when its plan did
   * @return empty when it was ended before
   */
  Optional<Reason> watch(CanaryPlan parts, Instant began, Claim claim)
      throws JournalException, InterruptedException {
    try {
      Watching watching = new Watching(parts, claim);
      watching.startAnew();
      if (!watching.pass(manner.verification().settle())) {
        return Optional.empty();
      }
      watching.startAnew();
      Instant from = time.now();
      Verified found;
      int times = 0;
      do {
        if (!watching.pass(manner.execution().canary())) {
          return Optional.empty();
        }
        found = watching.died ? died(parts) : verification.compare(parts, began, from);
        times++;
      } while (times < LONGEST && verification.wantsMore(found));
      journal.append(time.now(), found);
      return Optional.of(found.result());
    } finally {
      manner.progress().watched(parts.first());
    }
  }

  private static Verified died(CanaryPlan parts) {
    return new Verified(
        parts.first().id(),
        MADE_WORSE.says("%s died while it was watched with its new settings", parts.node()),
        0,
        0);
  }

  /** One watch of one node. */
  private final class Watching {
    private final CanaryPlan parts;
    private final Claim claim;
    private final Time steady = time.steady();
    private Instant sample = steady.now();
    private boolean died;

    Watching(CanaryPlan parts, Claim claim) {
      this.parts = parts;
      this.claim = claim;
    }

    /** The next sample begins a span, so that none covers what was before. */
    void startAnew() {
      monitor.forget();
      sample = steady.now();
    }

    /** Samples for some time, or until the node dies; whether it was not ended before. */
    boolean pass(Duration length) throws JournalException, InterruptedException {
      Instant until = steady.now().plus(length);
      while (!died) {
        manner.progress().watches(parts.first());
        Instant now = steady.now();
        if (!now.isBefore(sample)) {
          observe();
          Instant onTheBeat = sample.plus(monitor.period());
          sample = onTheBeat.isBefore(now) ? now.plus(monitor.period()) : onTheBeat;
        }
        if (!now.isBefore(until)) {
          return true;
        }
        Duration left = Duration.between(now, until);
        time.sleep(left.compareTo(NAP) < 0 ? left : NAP);
        if (manner.stop().isRequested() || !claim.isHeld()) {
          return false;
        }
      }
      return true;
    }

    private void observe() throws JournalException {
      try {
        Observation observation = monitor.observe();
        journal.append(time.now(), Observed.of(observation));
        NodeId node = parts.node();
        died =
            observation.topology().deadNodes().contains(node)
                && observation.topology().node(node).isEmpty();
      } catch (PortException e) {
        LOG.warn("a sample of the canary is missing: {}", e.getMessage());
      }
    }
  }
}
