package io.proteus.controller;

import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.TOO_FEW_SAMPLES;

import io.proteus.controller.accuracy.PredictionJudge;
import io.proteus.controller.accuracy.QuietSpans;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.Recovery;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Surveys;
import io.proteus.controller.policy.PolicyFolder;
import io.proteus.controller.policy.PolicyRefinement;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes, decides and acts, again and again; while another Proteus leads it only observes and
 * decides. Each cycle starts from observation, never from intention. Whatever fails, a cycle ends
 * with a decision, if need be a hold with its reason, and the loop goes on.
 */
public final class ControlLoop implements AutoCloseable {
  /** How the reason of a hold begins that an error in Proteus itself led to. */
  public static final String ERROR = "an error in Proteus: ";

  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  /** How long an operator who stops the loop may have to wait while it sleeps. */
  private static final Duration NAP = Duration.ofMillis(500);

  private static final Reason FIRST_SAMPLE =
      TOO_FEW_SAMPLES.because("monitor.samples", "this is the first sample, and a rate takes two");

  private final Monitor monitor;
  private final DecisionMaker decisions;
  private final ActionLog log;
  private final Journal journal;
  private final Time time;
  private final Duration period;
  private final @Nullable Actor actor;

  /** Told of the decisions of a loop that cannot act; what it answers is not asked for. */
  private Consent shadow = Consent.ALWAYS;

  private final Surveys surveys = new Surveys();
  private final PredictionJudge judge;
  private final QuietSpans quiet;
  private Words words = Words.NEUTRAL;

  /** What refines policies from what came of their plans; null where no policies are set. */
  private @Nullable PolicyRefinement refinement;

  private long number;

  /** The claim that the journal knows of; an epoch may come again where a cluster is made anew. */
  private @Nullable Claim recorded;

  /** While another Proteus leads nothing is written: the journal may be the leader's too. */
  private boolean standsBy;

  /** What the loop needs in order to act. */
  private record Actor(Actuator actuator, Claims claims, Consent consent) {}

  private ControlLoop(
      Monitor monitor,
      DecisionMaker decisions,
      ActionLog log,
      Time time,
      Duration period,
      @Nullable Actor actor) {
    this.monitor = monitor;
    this.decisions = decisions;
    this.log = log;
    this.journal = log.journal();
    this.time = time;
    this.period = period;
    this.actor = actor;
    this.judge = new PredictionJudge(log, time, decisions.predictor().costs());
    this.quiet = new QuietSpans(period);
  }

  /** A loop that decides and never acts. */
  public static ControlLoop watching(
      Monitor monitor, DecisionMaker decisions, Journal journal, Time time, Duration period) {
    return new ControlLoop(monitor, decisions, new ActionLog(journal), time, period, null);
  }

  /**
   * A loop that decides and cannot act; what it would do is told as if there was consent to get.
   */
  public static ControlLoop shadow(
      Monitor monitor,
      DecisionMaker decisions,
      ActionLog log,
      Time time,
      Duration period,
      Consent told) {
    ControlLoop loop = new ControlLoop(monitor, decisions, log, time, period, null);
    loop.shadow = told;
    return loop;
  }

  /** A loop that acts on what it decides, and first picks up what an earlier run left. */
  public static ControlLoop acting(
      Monitor monitor,
      DecisionMaker decisions,
      Time time,
      Duration period,
      Actuator actuator,
      Claims claims) {
    return acting(monitor, decisions, time, period, actuator, claims, Consent.ALWAYS);
  }

  /** A loop that acts where it has consent. */
  public static ControlLoop acting(
      Monitor monitor,
      DecisionMaker decisions,
      Time time,
      Duration period,
      Actuator actuator,
      Claims claims,
      Consent consent) {
    return new ControlLoop(
        monitor, decisions, actuator.log(), time, period, new Actor(actuator, claims, consent));
  }

  /** The same loop, which logs in a store's words. */
  public ControlLoop in(Words store) {
    words = store;
    return this;
  }

  /** The same loop, which proposes refined policies, and takes those that operators accept. */
  public ControlLoop refining(Optional<PolicyFolder> policies) {
    refinement = policies.map(folder -> new PolicyRefinement(folder, log)).orElse(null);
    return this;
  }

  /** Runs cycles until it is stopped, and shows each to the watcher. */
  public void run(StopSignal stop, Consumer<Cycle> watcher) throws InterruptedException {
    while (!stop.isRequested()) {
      Time steady = time.steady();
      Instant next = steady.now().plus(period);
      watcher.accept(cycle());
      if (!stop.isRequested()) {
        approved().ifPresent(watcher); // a cycle may have taken all of the period
      }
      for (Instant now = steady.now();
          now.isBefore(next) && !stop.isRequested() && !hasBecomeLeader();
          now = steady.now()) {
        approved().ifPresent(watcher);
        Duration left = Duration.between(now, next);
        time.sleep(left.compareTo(NAP) < 0 ? left : NAP);
      }
    }
  }

  /** Whether the claim was taken since the last cycle, which stood by: then there is no waiting. */
  private boolean hasBecomeLeader() {
    return actor != null && standsBy && actor.claims().leadership().leads();
  }

  /** Picks up, observes, decides, acts. */
  public Cycle cycle() throws InterruptedException {
    Instant at = time.now();
    number++;
    Cycle cycle = cycle(at);
    log(cycle);
    return cycle;
  }

  /**
   * Acts on a decision that was approved since; empty when there was none. Nothing is observed for
   * it: so soon after the last sample there are no rates, and the plan is checked all the same.
   */
  public Optional<Cycle> approved() {
    if (actor == null) {
      return Optional.empty();
    }
    Optional<Decision> approved = actor.consent().approved();
    if (approved.isEmpty()) {
      return Optional.empty();
    }
    try {
      Cycle cycle = begun(actor, approved.get());
      actor
          .consent()
          .approvedEnded(
              cycle
                  .outcome()
                  .map(Outcome::sentence)
                  .orElse(cycle.decision().verdict().reasons().get(0).sentence()));
      log(cycle);
      return Optional.of(cycle);
    } finally {
      actor.consent().rests();
      actor.claims().end();
    }
  }

  private Cycle begun(Actor actor, Decision granted) {
    Instant at = time.now();
    try {
      Claim claim = actor.claims().begin();
      if (claim != recorded) {
        throw new ClaimLost(
            "The claim was lost before the approved plan began; it is decided anew.");
      }
      Decision begun = granted.asOf(at, journal.memory());
      return acted(
          at, begun, actor.actuator().action().carryOut(begun, claim, actor.consent()::toFollow));
    } catch (PortException e) {
      // another may lead, so that nothing is written down
      Cause cause =
          e instanceof ClaimLost || e instanceof AlreadyClaimed
              ? Cause.CLAIM_LOST
              : Cause.UNREADABLE;
      return acted(
          at,
          granted,
          new Outcome.Abandoned(cause, Sentence.verbatim(String.valueOf(e.getMessage())), 0));
    } catch (JournalException e) {
      return held(
          at,
          List.of(),
          Optional.empty(),
          NOT_CAPABLE.because("journal.file", "%s", String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      LOG.error("an approved plan failed by an error in Proteus", e);
      return held(at, List.of(), Optional.empty(), NOT_CAPABLE.says("%s%s", ERROR, e));
    }
  }

  private Cycle acted(Instant at, Decision decision, Outcome outcome) {
    return new Cycle(
        number,
        at,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        decision,
        Optional.of(outcome),
        time.now());
  }

  private Cycle cycle(Instant at) throws InterruptedException {
    List<Sentence> recovered = List.of();
    Optional<Observation> observation = Optional.empty();
    try {
      Claim claim = actor == null ? null : claim(actor);
      if (actor != null && claim != null) {
        recovered = recovered(actor, claim);
      }
      observation = Optional.of(monitor.observe());
      note(Observed.of(observation.get()));
      survey(observation.get());
      if (actor != null && claim != null) {
        actor.actuator().review().verify(); // before it is learned from: it may be undone at once
      }
      if (refinement != null && (actor == null || claim != null)) {
        refinement.refine(time.now());
      }
      StrategyMemory remembered = journal.memory();
      StrategyMemory judged =
          standsBy ? remembered : judge.learn(remembered, monitor::situation, decisions.guards());
      Optional<Situation> seen = monitor.situation(journal.lastAction().orElse(null), judged);
      StrategyMemory memory = learned(judged, seen);
      Optional<Situation> situation =
          seen.map(now -> now.with(now.memory().with(memory.calibration())));
      Optional<Decision> undo =
          actor == null || claim == null
              ? Optional.empty()
              : actor.actuator().review().undo(memory, actor.consent());
      Decision decision =
          undo.or(() -> situation.map(decisions::decide))
              .orElseGet(() -> hold(FIRST_SAMPLE, memory));
      note(ActionRunner.decided(decision));
      Optional<Outcome> outcome = Optional.empty();
      if (actor != null && claim != null && actor.consent().to(decision, situation)) {
        outcome =
            Optional.of(
                actor.actuator().action().carryOut(decision, claim, actor.consent()::toFollow));
      } else {
        if (actor == null) {
          shadow.to(decision, situation);
        }
        StrategyMemory then = decision.verdict().memory();
        StrategyMemory kept =
            decision.plan().isEmpty()
                ? then
                : memory.learning(then).with(memory.settings().seen(then.settings(), at));
        remember(memory, kept);
        if (memory.resizingTo() != 0 && kept.resizingTo() == 0) {
          // the resize is over with nothing to place, and what was measured before it is of the
          // past
          monitor.forget();
        }
      }
      return new Cycle(
          number,
          at,
          recovered,
          observation,
          situation,
          decision,
          outcome,
          outcome.isPresent() ? time.now() : at);
    } catch (AlreadyClaimed e) {
      return held(
          at, recovered, observation, NOT_CAPABLE.says("%s", String.valueOf(e.getMessage())));
    } catch (PortException e) {
      return held(
          at,
          recovered,
          observation,
          METRICS_INCOMPLETE.says("%s", String.valueOf(e.getMessage())));
    } catch (JournalException e) {
      return held(
          at,
          recovered,
          observation,
          NOT_CAPABLE.because("journal.file", "%s", String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      LOG.error("cycle {} failed by an error in Proteus", number, e);
      return held(at, recovered, observation, METRICS_INCOMPLETE.says("%s%s", ERROR, e));
    } finally {
      if (actor != null) {
        actor.consent().rests();
        actor.claims().end();
      }
    }
  }

  /** The claim to act on; null while another holds it and that is in order. */
  private @Nullable Claim claim(Actor actor) throws PortException, JournalException {
    standsBy = actor.claims().standsBy(); // until it is known to lead
    Claim claim;
    try {
      claim = actor.claims().begin();
    } catch (AlreadyClaimed e) {
      if (!standsBy) {
        throw e;
      }
      actor.consent().standsBy();
      return null;
    }
    standsBy = false;
    if (claim != recorded) {
      LeaderTerm.begin(actor.actuator().log(), actor.actuator().ports(), claim, time)
          .forEach(sentence -> LOG.warn(sentence.in(words)));
      actor.consent().leads();
      recorded = claim;
    }
    return claim;
  }

  private void note(JournalEvent event) throws JournalException {
    if (!standsBy) {
      journal.append(time.now(), event);
    }
  }

  private void survey(Observation observation) throws JournalException {
    Optional<ClusterSurveyed> due = surveys.due(time.now(), observation);
    if (due.isPresent()) {
      note(due.get());
    }
  }

  private List<Sentence> recovered(Actor actor, Claim claim)
      throws JournalException, PortException, InterruptedException {
    Recovery left = actor.actuator().recovery();
    if (!left.isNeeded()) {
      return List.of();
    }
    boolean goesOn =
        actor.consent().toFinishWhatWasLeft()
            || (actor.consent().toEndWhatWasLeft() && (left.isPuttingBack() || left.wasStopped()));
    if (!goesOn) {
      List<Sentence> sentences = new ArrayList<>(left.switchOn());
      if (left.isHalfDone()) {
        sentences.add(
            Sentence.of("an earlier run left something unfinished, which waits for being resumed"));
      }
      return sentences;
    }
    Recovery.Recovered recovered = left.recover(claim);
    if (recovered.outcome().isPresent()) {
      monitor.forget();
    }
    return recovered.sentences();
  }

  /** The memory with what a situation tells of how much the load changes by itself. */
  private StrategyMemory learned(StrategyMemory before, Optional<Situation> seen)
      throws JournalException {
    if (standsBy || seen.isEmpty()) {
      return before;
    }
    StrategyMemory wiser = before.with(quiet.learn(seen.get(), decisions.guards().cooldown()));
    remember(before, wiser);
    return wiser;
  }

  private void remember(StrategyMemory before, StrategyMemory now) throws JournalException {
    if (!before.equals(now)) {
      note(new Remembered(now));
    }
  }

  private Cycle held(
      Instant at, List<Sentence> recovered, Optional<Observation> observation, Reason reason) {
    // what the strategy remembers is in the journal, which may be what cannot be read
    Decision decision = hold(reason, StrategyMemory.INITIAL);
    try {
      note(ActionRunner.decided(decision));
    } catch (JournalException e) {
      LOG.error("a decision is not in the journal: {}", e.getMessage());
    }
    return new Cycle(
        number, at, recovered, observation, Optional.empty(), decision, Optional.empty());
  }

  private static Decision hold(Reason reason, StrategyMemory memory) {
    return new Decision(Verdict.hold(reason, memory), Optional.empty(), Optional.empty());
  }

  private void log(Cycle cycle) {
    Reason reason = cycle.decision().verdict().reasons().get(0);
    cycle.recovered().forEach(sentence -> LOG.warn(sentence.in(words)));
    LOG.atInfo()
        .addKeyValue("cycle", cycle.number())
        .addKeyValue("verdict", cycle.decision().plan().isPresent() ? "RETARGET" : "HOLD")
        .addKeyValue("code", reason.code())
        .addKeyValue("steps", cycle.decision().plan().map(plan -> plan.steps().size()).orElse(0))
        .addKeyValue("outcome", cycle.outcome().map(Outcome::word).orElse("none"))
        .log(
            "{}{}",
            reason.sentence().in(words),
            cycle.outcome().map(outcome -> "; " + outcome.sentence().in(words)).orElse(""));
  }

  @Override
  public void close() {
    if (actor != null) {
      actor.claims().close();
    }
  }
}
