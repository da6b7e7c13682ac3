package io.proteus.controller;

import static io.proteus.core.strategy.ReasonCode.LESS_ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.MADE_WORSE;
import static io.proteus.core.strategy.ReasonCode.NOT_JUDGED;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.verification.Verification;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches a node that has new settings, and compares it with what it did before. */
final class CanaryTrial {
  private static final Logger LOG = LoggerFactory.getLogger(CanaryTrial.class);

  /** How long an operator who stops the plan may have to wait. */
  private static final Duration NAP = Duration.ofMillis(500);

  /**
   * How many times longer the node is watched where samples are missing; after that the result is
   * not known.
   */
  static final int LONGEST = 3;

  /** Looked through for the one before the plan: there is more than one only after a crash. */
  private static final int MOST_SAMPLES = 200;

  private final Actuator.ExecutionOptions options;
  private final Monitor monitor;
  private final Verification verification;
  private final ActionLog log;
  private final Journal journal;
  private final Time time;

  CanaryTrial(
      Actuator.ExecutionOptions options,
      Monitor monitor,
      Verification verification,
      ActionLog log,
      Time time) {
    this.options = options;
    this.monitor = monitor;
    this.verification = verification;
    this.log = log;
    this.journal = log.journal();
    this.time = time;
  }

  /** Whether no node goes first. */
  boolean isOff() {
    return options.execution().canary().isZero();
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
      Watching watching = new Watching(parts, heldBefore(parts, began), lifeBefore(parts), claim);
      watching.startAnew();
      if (!watching.pass(options.verification().settle())) {
        return Optional.empty();
      }
      watching.startAnew();
      Instant from = time.now();
      Verified found;
      int times = 0;
      do {
        if (!watching.pass(options.execution().canary())) {
          return Optional.empty();
        }
        found =
            watching.died == null
                ? watching.comparable(verification.compare(parts, began, from))
                : watching.worse(watching.died);
        times++;
      } while (times < LONGEST && verification.wantsMore(found));
      journal.append(time.now(), found);
      return Optional.of(found.result());
    } finally {
      options.progress().watched(parts.first());
    }
  }

  /** Empty where it is not among the nodes of the last sample before its plan. */
  private Optional<Integer> heldBefore(CanaryPlan parts, Instant began) throws JournalException {
    return journal.before(Long.MAX_VALUE, MOST_SAMPLES, List.of("observed")).stream()
        .filter(entry -> !entry.at().isAfter(began))
        .map(JournalEntry::event)
        .map(Observed.class::cast)
        .filter(Observed::isSteady)
        .findFirst()
        .flatMap(
            observed ->
                observed.nodes().stream()
                    .filter(node -> node.node().equals(parts.node()))
                    .map(Observed.NodeSum::partitions)
                    .findFirst());
  }

  /**
   * The incarnation of the node before its plan; empty where the plan restarts it or it is not
   * known.
   */
  private Optional<String> lifeBefore(CanaryPlan parts) throws JournalException {
    Plan first = parts.first();
    if (first.steps().stream().anyMatch(step -> step.takesOut().isPresent())) {
      return Optional.empty();
    }
    return log.now()
        .plan(first.id())
        .flatMap(begun -> Optional.ofNullable(begun.before()))
        .flatMap(before -> before.node(parts.node()))
        .map(Node::incarnation)
        .filter(life -> !life.isEmpty());
  }

  private final class Watching {
    private final CanaryPlan parts;
    private final Claim claim;
    private final Time steady = time.steady();
    private Instant sample = steady.now();

    /** How it went; null while it has not. */
    private @Nullable String died;

    /** Which one it was before its plan, or since where that restarted it; null until known. */
    private @Nullable String incarnation;

    /**
     * The number of partitions on the node before its plan, or else in the first sample; null until
     * then.
     */
    private @Nullable Integer held;

    private int fewest = Integer.MAX_VALUE;

    Watching(CanaryPlan parts, Optional<Integer> held, Optional<String> incarnation, Claim claim) {
      this.parts = parts;
      this.held = held.orElse(null);
      this.incarnation = incarnation.orElse(null);
      this.claim = claim;
    }

    Verified worse(String how) {
      return new Verified(
          parts.first().id(),
          MADE_WORSE.says("%s %s while it was watched with its new settings", parts.node(), how),
          0,
          0);
    }

    /** A node that holds less gets fewer requests, which says nothing about its settings. */
    Verified comparable(Verified found) {
      Integer before = held;
      if (before == null
          || fewest >= before
          || !parts.keepsWhatItHolds()
          || found.result().code() != LESS_ASKED_FOR) {
        return found;
      }
      return new Verified(
          found.plan(),
          NOT_JUDGED.says(
              "it held {%d partitions} before and %d since, so that it serves less tells nothing:"
                  + " %s",
              before, fewest, found.result().sentence()),
          found.before(),
          found.after());
    }

    /** The next sample begins a span, so that none covers what was before. */
    void startAnew() {
      monitor.forget();
      sample = steady.now();
    }

    /** Samples for some time, or until the node dies; whether it was not ended before. */
    boolean pass(Duration length) throws JournalException, InterruptedException {
      Instant until = steady.now().plus(length);
      while (died == null) {
        options.progress().watches(parts.first());
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
        if (options.stop().isRequested() || !claim.isHeld()) {
          return false;
        }
      }
      return true;
    }

    private void observe() throws JournalException {
      try {
        Observation observation = monitor.observe();
        journal.append(time.now(), Observed.of(observation));
        options.progress().observed(parts.first(), observation);
        look(observation.topology());
      } catch (PortException e) {
        LOG.warn("a sample of the canary is missing: {}", e.getMessage());
      }
    }

    private void look(Topology now) {
      NodeId id = parts.node();
      Optional<Node> node = now.node(id);
      if (node.isEmpty()) {
        died = now.deadNodes().contains(id) ? "died" : null;
        return;
      }
      int holds = (int) now.partitions().stream().filter(p -> id.equals(p.node())).count();
      held = held == null ? Integer.valueOf(holds) : held;
      fewest = Math.min(fewest, holds);
      String life = node.get().incarnation();
      if (incarnation != null && !incarnation.equals(life)) {
        died = "died or was stopped, and was started again,";
      }
      incarnation = life;
    }
  }
}
