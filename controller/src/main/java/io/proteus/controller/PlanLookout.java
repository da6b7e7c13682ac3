package io.proteus.controller;

import static io.proteus.core.strategy.ReasonCode.BRAKED;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.configuration.Brake;
import io.proteus.controller.configuration.BrakeSettings;
import io.proteus.controller.execution.Braking;
import io.proteus.controller.execution.Lookout;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanBraked;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.verification.Foresight;
import io.proteus.controller.verification.Foresight.Strain;
import io.proteus.controller.verification.Verification;
import io.proteus.core.cluster.Observation;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes the cluster while a plan runs, once a period, and applies the brake. The samples are in
 * the journal with the plan's name and are shown; no decision is made from them, as a plan in its
 * middle is no steady state. After a crash the brake is as the journal has it.
 */
public final class PlanLookout implements Lookout {
  private static final Logger LOG = LoggerFactory.getLogger(PlanLookout.class);

  /** After so many periods without a sample nobody knows how the cluster does. */
  private static final int LONGEST_BLIND = 3;

  private final Monitor monitor;
  private final Verification verification;
  private final ActionLog log;
  private final Time time;
  private final Time steady;
  private final BrakeSettings settings;
  private final Progress progress;
  private volatile @Nullable Watching current;

  /**
   * @param monitor whose samples decisions are made from; only looked beside
   * @param verification knows the time before a plan
   */
  public PlanLookout(
      Monitor monitor,
      Verification verification,
      ActionLog log,
      Time time,
      BrakeSettings settings,
      Progress progress) {
    this.monitor = monitor;
    this.verification = verification;
    this.log = log;
    this.time = time;
    this.steady = time.steady();
    this.settings = settings;
    this.progress = progress;
  }

  @Override
  public Watch over(PlanProgress begun, Claim claim) throws JournalException {
    Plan plan = begun.plan();
    monitor.latest().ifPresent(seen -> progress.observed(plan, seen));
    Watching watching = new Watching(plan, claim, log.of(plan.id()));
    current = watching;
    return watching;
  }

  /**
   * Looks where a plan runs and it is time to. A thread of its own may call it, so that observation
   * goes on while the cloud takes minutes for one step.
   */
  public void look() {
    Watching now = current;
    if (now != null) {
      now.look();
    }
  }

  private final class Watching implements Watch {
    private final ReentrantLock turn = new ReentrantLock();
    private final Plan plan;
    private final Claim claim;
    private final Foresight foresight;
    private final Brake most;
    private final Monitor aside;
    private Instant due;
    private volatile Braking braking = Braking.NONE;
    private boolean closed;

    /** Since when no step begins; null while steps do. */
    private @Nullable Instant pausedSince;

    /** When the cluster was last seen well enough to judge it; null before. */
    private @Nullable Instant judged;

    /** How many samples in a row asked for another level, all for more or all for less. */
    private int agreeing;

    private Brake nearest = Brake.OFF;

    Watching(Plan plan, Claim claim, Optional<Action> action) throws JournalException {
      this.plan = plan;
      this.claim = claim;
      this.aside = monitor.aside();
      this.due = monitor.hasBegun() ? steady.now().plus(monitor.period()) : steady.now();
      boolean grows = action.filter(Action::grew).isPresent();
      Instant began = action.map(one -> one.first().began()).orElseGet(time::now);
      this.foresight =
          new Foresight(verification.beforehand(began), plan, grows, settings.busyFrom());
      // what puts back is there to end what is bad, and what grows to answer the load
      this.most =
          plan.undoes() != null
              ? Brake.OFF
              : grows ? settings.atMost().atMost(Brake.SLOW) : settings.atMost();
      restore();
    }

    /** Goes on as the journal has it, where an earlier process held the plan back. */
    private void restore() throws JournalException {
      for (JournalEntry entry : log.journal().ofPlan(plan.id())) {
        if (entry.event() instanceof PlanBraked before) {
          braking = new Braking(Brake.of(before.level()).atMost(most), before.why());
          Duration since = Duration.between(entry.at(), time.now());
          pausedSince =
              braking.level() == Brake.PAUSE
                  ? steady.now().minus(since.isNegative() ? Duration.ZERO : since)
                  : null;
        }
      }
      if (braking.level() != Brake.OFF) {
        progress.braked(plan, braking);
      }
    }

    @Override
    public Braking look() {
      if (turn.tryLock()) { // else another thread looks just now
        try {
          if (!closed) {
            lookInTurn();
          }
        } catch (JournalException e) {
          LOG.warn(
              "what was seen while {} runs is not in the journal: {}", plan.id(), e.getMessage());
        } finally {
          turn.unlock();
        }
      }
      return braking;
    }

    private void lookInTurn() throws JournalException {
      Instant now = steady.now();
      if (!now.isBefore(due)) {
        due = now.plus(monitor.period());
        observe();
      }
      Instant paused = pausedSince;
      if (paused != null && !steady.now().isBefore(paused.plus(settings.endAfter()))) {
        endPause();
      }
    }

    private void observe() throws JournalException {
      Observation seen;
      try {
        seen = aside.observe();
      } catch (PortException e) {
        LOG.warn("a sample is missing while {} runs: {}", plan.id(), e.getMessage());
        return;
      }
      if (seen.span().isZero() || !claim.isHeld()) {
        return; // it has no rates, or the journal is the next leader's
      }
      progress.observed(plan, seen);
      Observed sum = Observed.of(seen, plan.id());
      log.journal().append(time.now(), sum);
      Optional<Strain> strain = most == Brake.OFF ? Optional.empty() : foresight.strain(sum);
      if (strain.isPresent()) { // what tells too little says neither that it is well nor ill
        judged = steady.now();
        judge(strain.get());
      }
    }

    private void judge(Strain strain) throws JournalException {
      Brake wanted =
          strain.times() >= settings.pauseFrom()
              ? Brake.PAUSE
              : strain.times() >= settings.slowFrom() ? Brake.SLOW : Brake.OFF;
      wanted = wanted.atMost(most);
      Brake level = braking.level();
      if (wanted == level) {
        agreeing = 0;
        return;
      }
      boolean sameWay = agreeing > 0 && nearest.compareTo(level) > 0 == wanted.compareTo(level) > 0;
      boolean more = wanted.compareTo(level) > 0;
      nearest =
          !sameWay || (more ? wanted.compareTo(nearest) < 0 : wanted.compareTo(nearest) > 0)
              ? wanted
              : nearest;
      agreeing = sameWay ? agreeing + 1 : 1;
      if (agreeing >= settings.samples()) {
        set(nearest, reason(strain));
      }
    }

    private Reason reason(Strain strain) {
      return BRAKED.because("execution.brake", strain.what());
    }

    /** A pause is over: with evidence of late the plan is ended or put back, else it only ends. */
    private void endPause() throws JournalException {
      Reason why = braking.why();
      Instant fresh = judged;
      boolean isBlind =
          fresh == null
              || fresh.isBefore(steady.now().minus(monitor.period().multipliedBy(LONGEST_BLIND)));
      Brake next = most == Brake.PAUSE ? Brake.SLOW : isBlind ? Brake.END.atMost(most) : most;
      set(
          next,
          BRAKED.because(
              "execution.brake.endAfter",
              "it was paused for %d s%s: %s",
              settings.endAfter().toSeconds(),
              isBlind ? ", and how the cluster does is not known" : "",
              why == null ? "" : why.sentence()));
    }

    private void set(Brake level, Reason why) throws JournalException {
      agreeing = 0;
      pausedSince = level == Brake.PAUSE ? steady.now() : null;
      log.journal().append(time.now(), new PlanBraked(plan.id(), level.word(), why));
      braking = new Braking(level, why);
      LOG.warn("{}: {}, {}", plan.id(), level.word(), why.sentence());
      progress.braked(plan, braking);
    }

    @Override
    public void close() {
      turn.lock();
      try {
        closed = true;
        current = null;
      } finally {
        turn.unlock();
      }
    }
  }
}
