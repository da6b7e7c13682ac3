package io.proteus.controller.execution;

import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.configuration.Brake;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.NeedsCure;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.RunningMachines;
import io.proteus.core.step.Relocation;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan: it looks at the cluster, ticks off what is done, issues what may be next, and
 * looks again. Only the cluster tells what is done.
 */
final class PlanRun {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /**
   * How long a plan that was stopped waits for a node that starts, or for a cluster that does not
   * answer: many are back by then, and a supervisor that kills after 30 s is not kept waiting.
   */
  static final Duration STOPPED_WAITS = Duration.ofSeconds(15);

  /** How long a store may seem to rest between the end of its work and the node that it made. */
  private static final Duration AT_REST = Duration.ofMinutes(1);

  /** Pauses double up to 8 s. */
  private static final int MOST_DOUBLINGS = 3;

  private final Plan plan;
  private final Ports ports;
  private final Claim claim;
  private final Journal journal;
  private final StepLog log;
  private final Compactions compactions;
  private final Prefetching prefetching;
  private final Time time;
  private final Time steady;
  private final ExecutionSettings limits;
  private final StopSignal stop;
  private final CostModel costs;
  private final StepQueue queue;
  private final boolean endsMachines;
  private final Map<Integer, Instant> deadlines = new TreeMap<>();
  private final ParticipatingNodes participants = new ParticipatingNodes();
  private final Map<Integer, Instant> blockedSince = new HashMap<>();
  private final Map<Integer, Integer> attempts = new HashMap<>();
  private final Map<Integer, Instant> notBefore = new HashMap<>();
  private final Map<Integer, Instant> firstRefused = new HashMap<>();

  /** When steps became late of which the store showed then that it was at work on them. */
  private final Map<Integer, Instant> lateSince = new HashMap<>();

  private final Set<Integer> issued;
  private final Set<Integer> failed;
  private Outcome.@Nullable Abandoned givenUp;
  private Braking braking = Braking.NONE;

  /** Whether a step was no longer waited for because somebody stopped the plan. */
  private boolean letGo;

  /** When it was first seen that somebody stopped the plan; null while nobody has. */
  private @Nullable Instant stopped;

  PlanRun(
      PlanProgress begun,
      Ports ports,
      Claim claim,
      Journal journal,
      MoveSupport moveSupport,
      Time time,
      ExecutionSettings limits,
      Progress progress,
      StopSignal stop,
      CostModel costs) {
    this.costs = costs;
    this.plan = begun.plan();
    this.ports = ports;
    this.claim = claim;
    this.journal = journal;
    this.compactions = moveSupport.compactions();
    this.prefetching = moveSupport.prefetching();
    this.time = time;
    this.steady = time.steady();
    this.limits = limits;
    this.log = new StepLog(plan, journal, time, progress);
    this.stop = stop;
    this.queue = new StepQueue(plan.steps(), begun.over(), limits);
    this.issued = new HashSet<>(begun.issued());
    this.failed = new HashSet<>(begun.failed());
    this.endsMachines = plan.steps().stream().anyMatch(Step::readsMachines);
  }

  /** Steps that were asked for so far; none where they only tidied. */
  int changes() {
    boolean tidied = issued.stream().allMatch(index -> plan.steps().get(index).tidies());
    return tidied ? 0 : issued.size();
  }

  Outcome carryOut(Lookout.Watch watch) throws JournalException, InterruptedException {
    boolean resizes = plan.steps().stream().anyMatch(step -> step.nodeChange() > 0);
    while (true) {
      Topology now = look();
      if (now == null && isStoppedForLong()) {
        return stopped();
      }
      if (now == null) {
        return new Outcome.Abandoned(
            Cause.UNREADABLE,
            Sentence.of("the cluster did not answer for %d s", limits.blockedAtMost().toSeconds()),
            changes());
      }
      Optional<Outcome> intruded = intruded(now);
      if (intruded.isPresent()) {
        return intruded.get();
      }
      tickOff(now);
      if (stop.isRequested()) {
        letGo();
      }
      if (onlyStartsAreLeft() && isStoppedForLong()) {
        return stopped();
      }
      compactions.resumeInTime();
      brake(watch.look());
      if (resizes && !now.placing().byStore() && newNodesAreThere()) {
        return new Outcome.Replan(changes());
      }
      if (mayAsk()) {
        askForNext(now);
      }
      if (givenUp != null && givenUp.cause() == Cause.CLAIM_LOST) {
        return givenUp; // what is in flight is the next leader's
      }
      if (deadlines.isEmpty() && (queue.isEmpty() || isEnding())) {
        return ending();
      }
      time.sleep(limits.pollEvery());
    }
  }

  private boolean isEnding() {
    return givenUp != null || stop.isRequested();
  }

  private boolean mayAsk() {
    return !isEnding() && !braking.pauses();
  }

  /** Whether somebody stopped the plan, and what cannot be hastened was waited for since. */
  private boolean isStoppedForLong() {
    if (!stop.isRequested()) {
      return false;
    }
    if (stopped == null) {
      stopped = steady.now();
    }
    return isLonger(stopped, STOPPED_WAITS);
  }

  private boolean onlyStartsAreLeft() {
    return !deadlines.isEmpty()
        && deadlines.keySet().stream()
            .allMatch(
                index -> lateSince.containsKey(index) || plan.steps().get(index).awaitsStart());
  }

  /**
   * How a plan ends that was stopped. Steps that nobody waits for any more are not over in the
   * journal, so that the next start of Proteus looks after them.
   */
  Outcome.Stopped stopped() {
    return new Outcome.Stopped(
        changes(), deadlines.keySet().stream().map(plan.steps()::get).map(Step::sentence).toList());
  }

  /** Ends the wait for steps that may fail: the store may do them yet, and nothing hangs on it. */
  private void letGo() throws JournalException {
    Iterator<Integer> running = deadlines.keySet().iterator();
    while (running.hasNext()) {
      int index = running.next();
      if (plan.steps().get(index).mayFail()) {
        isOver(index, running);
        letGo = true;
        reached(
            index,
            StepState.FAILED,
            Sentence.of("the plan was stopped, so nobody waits for it; it may be done yet"));
      }
    }
  }

  /** Goes on as fast as the cluster lets it; the steps in flight are finished in any case. */
  private void brake(Braking now) throws JournalException {
    braking = now;
    queue.oneAtATime(now.slows());
    Reason why = now.why();
    if (!now.ends() || isEnding() || why == null) {
      return;
    }
    if (now.level() == Brake.PUT_BACK) {
      journal.append(time.now(), new UndoBegan(plan.id(), UndoBegan.BRAKE, why.sentence()));
    }
    givenUp =
        new Outcome.Abandoned(
            Cause.BRAKED, Sentence.of("the brake ended it: %s", why.sentence()), changes());
  }

  private boolean newNodesAreThere() {
    return !isEnding() && deadlines.isEmpty() && !queue.hasNodeToAdd();
  }

  private Outcome ending() {
    if (givenUp != null) {
      return givenUp;
    }
    if (letGo || !queue.isEmpty()) {
      return new Outcome.Stopped(changes());
    }
    return failed.isEmpty()
        ? new Outcome.Completed(changes())
        : new Outcome.Incomplete(changes(), failed.size());
  }

  /** The cluster as it is; null when it did not answer for too long. */
  private @Nullable Topology look() throws InterruptedException {
    Instant until = steady.now().plus(limits.blockedAtMost());
    while (true) {
      try {
        return topology();
      } catch (PortException e) {
        if (steady.now().isAfter(until) || isStoppedForLong()) {
          return null;
        }
      }
      time.sleep(limits.pollEvery());
    }
  }

  /**
   * The topology, with the machines where they matter. Machines are read first, so that no node is
   * overlooked.
   */
  private Topology topology() throws PortException {
    if (!endsMachines) {
      return ports.store().topology();
    }
    RunningMachines running =
        RunningMachines.of(ports).orElseThrow(() -> new PortException("No cloud is set."));
    return ports.store().topology().withMachines(running.since(), running.tagged());
  }

  private Optional<Outcome> intruded(Topology now) {
    if (!claim.isHeld()) {
      return Optional.of(claimLost(Sentence.of("the sole right to act on the cluster was lost")));
    }
    return now.balancerOn()
        ? Optional.of(
            new Outcome.Abandoned(
                Cause.BALANCER,
                Sentence.of("somebody switched the store's own balancer on"),
                changes()))
        : Optional.empty();
  }

  private Outcome.Abandoned claimLost(Sentence why) {
    return new Outcome.Abandoned(Cause.CLAIM_LOST, why, changes());
  }

  private void tickOff(Topology now) throws JournalException {
    Iterator<Map.Entry<Integer, Instant>> running = deadlines.entrySet().iterator();
    while (running.hasNext()) {
      var entry = running.next();
      int index = entry.getKey();
      Step step = plan.steps().get(index);
      Optional<Sentence> cutShort = step.futile(now).or(() -> cutShort(index, step, now));
      if (step.isDone(now)) {
        isOver(index, running);
        reached(index, StepState.DONE, null);
      } else if (cutShort.isPresent()) {
        isOver(index, running);
        fail(index, Cause.OVERTAKEN, cutShort.get());
      } else if (steady.now().isAfter(entry.getValue())) {
        if (!stop.isRequested()
            && mustComeBack(step, now)
            && attempts.getOrDefault(index, 0) < limits.attempts()) {
          entry.setValue(steady.now().plus(step.timeout(costs)));
          ask(index, step, now);
        } else if (isAtWork(index, step, now)) {
          entry.setValue(steady.now().plus(AT_REST));
        } else {
          isOver(index, running);
          reached(index, StepState.TIMED_OUT, null);
          fail(
              index, Cause.TIMED_OUT, Sentence.of("was not done within %d s", waited(index, step)));
        }
      }
    }
  }

  /** Whether the store still works on a step that is late, and may: nobody cuts off its work. */
  private boolean isAtWork(int index, Step step, Topology now) {
    Duration late = step.lateAtMost(now);
    if (givenUp != null || late.isZero()) {
      return false;
    }
    Instant since = lateSince.computeIfAbsent(index, first -> steady.now());
    return !isLonger(since, late);
  }

  private long waited(int index, Step step) {
    Instant late = lateSince.getOrDefault(index, steady.now());
    return step.timeout(costs).plus(Duration.between(late, steady.now())).toSeconds();
  }

  private void isOver(int index, Iterator<?> running) {
    running.remove();
    participants.over(index);
  }

  /** Why it will never be done: a node died, and the store has gone on without it. */
  private Optional<Sentence> cutShort(int index, Step step, Topology now) {
    return participants
        .died(index, now)
        .flatMap(
            dead ->
                step.settledOtherwise(now).map(how -> Sentence.of("%s died, and %s", dead, how)));
  }

  /** A node that was taken out and is not back is asked for again before anything is given up. */
  private static boolean mustComeBack(Step step, Topology now) {
    return step.takesOut().filter(node -> now.node(node).isEmpty()).isPresent();
  }

  private void askForNext(Topology now) throws JournalException {
    int nodes = now.nodes().size();
    for (OptionalInt next = queue.next(deadlines.keySet(), nodes);
        next.isPresent() && mayAsk();
        next = queue.next(deadlines.keySet(), nodes)) {
      int index = next.getAsInt();
      Step step = plan.steps().get(index);
      if (step.isDone(now)) {
        queue.remove(index);
        reached(index, StepState.DONE, Sentence.of("nothing was left to do"));
        continue;
      }
      Optional<Sentence> futile = step.futile(now);
      if (futile.isPresent()) {
        queue.remove(index);
        fail(index, Cause.OVERTAKEN, futile.get());
        continue;
      }
      if (step.runsAlone(now) && !deadlines.isEmpty()) {
        return;
      }
      Optional<Sentence> blocked = nodeOut(step, now).or(() -> step.blockedBy(now));
      if (blocked.isPresent()) {
        block(index, blocked.get(), step.blockedAtLeast(now));
        return;
      }
      blockedSince.remove(index);
      if (steady.now().isBefore(notBefore.getOrDefault(index, Instant.MIN))) {
        return;
      }
      if (ask(index, step, now)) {
        queue.remove(index);
        deadlines.put(index, steady.now().plus(step.timeout(costs)));
        participants.asked(index, step, now);
      } else {
        return;
      }
    }
  }

  /**
   * Whether another node is out of service, because only one may be; nodes that the plan removes do
   * not count. A node that is down may be started.
   */
  private Optional<Sentence> nodeOut(Step step, Topology now) {
    Optional<NodeId> taken = step.takesOut().filter(node -> now.node(node).isPresent());
    return taken.isEmpty()
        ? Optional.empty()
        : now.deadNodes().stream()
            .filter(dead -> !taken.get().equals(dead) && plan.countsOn(dead))
            .filter(dead -> !plan.target().removed().contains(dead))
            .findFirst()
            .map(dead -> Sentence.of("%s is out of service", dead));
  }

  private void block(int index, Sentence why, Duration atLeast) throws JournalException {
    Instant since = blockedSince.get(index);
    if (since == null) {
      blockedSince.put(index, steady.now());
      reached(index, StepState.BLOCKED, why);
    } else if (isLonger(since, limits.blockedAtMost()) && isLonger(since, atLeast)) {
      queue.remove(index);
      fail(index, Cause.BLOCKED, why);
    }
  }

  private boolean isLonger(Instant since, Duration length) {
    return Duration.between(since, steady.now()).compareTo(length) > 0;
  }

  /** Asks for a step; false when it was refused. */
  private boolean ask(int index, Step step, Topology seen) throws JournalException {
    int attempt = attempts.merge(index, 1, Integer::sum);
    prefetching.on(cachingBeside(step));
    switch (step.ownCompactions()) {
      case REST -> compactions.pause(queue.destinations(), seen);
      case RUN -> compactions.resume();
      case ANY -> {}
    }
    reached(index, StepState.ISSUED, null);
    issued.add(index);
    try {
      claim.confirm();
      issue(index, step);
      return true;
    } catch (ClaimLost e) {
      givenUp = claimLost(Sentence.verbatim(String.valueOf(e.getMessage())));
      return false;
    } catch (PortException e) {
      Sentence why = Sentence.verbatim(String.valueOf(e.getMessage()));
      reached(index, StepState.REFUSED, why);
      Instant now = steady.now();
      Instant first = firstRefused.computeIfAbsent(index, refused -> now);
      boolean waits = !(e instanceof NeedsCure) && now.isBefore(first.plus(step.refusedAtMost()));
      if (attempt >= limits.attempts() && !waits) {
        queue.remove(index);
        fail(index, Cause.REFUSED, why);
      } else {
        int doublings = Math.min(attempt - 1, MOST_DOUBLINGS);
        notBefore.put(index, now.plus(FIRST_PAUSE.multipliedBy(1L << doublings)));
      }
      return false;
    }
  }

  private void issue(int index, Step step) throws PortException, JournalException {
    StepStages stages = new StepStages(stage -> reached(index, StepState.UNDERWAY, stage));
    try {
      step.issue(StepPorts.of(ports, plan.id(), index, stages));
    } finally {
      stages.close();
    }
  }

  /** The nodes that read arriving partitions into their caches, with this step's. */
  private Set<NodeId> cachingBeside(Step step) {
    Set<NodeId> caching = new HashSet<>();
    Stream.concat(deadlines.keySet().stream().map(plan.steps()::get), Stream.of(step))
        .flatMap(running -> running.relocation().stream())
        .filter(Relocation::prefetch)
        .forEach(move -> caching.add(move.to()));
    return caching;
  }

  private void fail(int index, Cause cause, Sentence why) throws JournalException {
    Step step = plan.steps().get(index);
    if (step.mayFail()) {
      failed.add(index);
      reached(index, StepState.FAILED, why);
      return;
    }
    reached(index, StepState.ABANDONED, why);
    if (givenUp == null) {
      givenUp = new Outcome.Abandoned(cause, Sentence.of("%s: %s", step, why), changes());
    }
  }

  private void reached(int index, StepState state, @Nullable Sentence why) throws JournalException {
    log.reached(index, state, why);
  }
}
