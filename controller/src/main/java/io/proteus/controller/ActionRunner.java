package io.proteus.controller;

import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.PlanExecutor.PlanContext;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.undo.CannotUndo;
import io.proteus.controller.undo.PlanUndo;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Acts on a decision: carries its plan out and, where new nodes came up, decides what they hold and
 * carries that out too; or puts it back where an operator asks for that meanwhile, or where the
 * canary does worse. What the strategy remembers of it is in the journal with the plan, and is
 * taken back when nothing was done after all.
 */
public final class ActionRunner {
  /** One plan adds nodes, one fills them, and one is spare in case nodes come up one by one. */
  private static final int MOST_ROUNDS = 3;

  /**
   * The looks at new nodes until they are measured. Who tells a host's CPU by what it took since
   * the look before tells nothing at the first, and a monitor may come to a new host later still.
   */
  private static final int LOOKS_AT_NEWCOMERS = 4;

  private static final Duration NAP = Duration.ofSeconds(1);

  private final Monitor monitor;
  private final DecisionMaker decisions;
  private final PlanExecutor executor;
  private final PlanUndo undo;
  private final Canary canary;
  private final Balancer balancer;
  private final Journal journal;
  private final Time time;
  private final StopSignal stop;

  /** Asks {@code stop} before anything is begun; what has begun asks it itself. */
  public ActionRunner(
      Monitor monitor,
      DecisionMaker decisions,
      PlanExecutor executor,
      PlanUndo undo,
      Canary canary,
      Balancer balancer,
      Journal journal,
      Time time,
      StopSignal stop) {
    this.monitor = monitor;
    this.decisions = decisions;
    this.executor = executor;
    this.undo = undo;
    this.canary = canary;
    this.balancer = balancer;
    this.journal = journal;
    this.time = time;
    this.stop = stop;
  }

  /**
   * Carries out a decision that has a plan. Any change cuts the history, unless the second half of
   * a resize is still to be decided.
   */
  public Outcome carryOut(Decision decision, Claim claim) {
    return carryOut(decision, claim, next -> true);
  }

  /**
   * The same within bounds, which hold for follow-up decisions too.
   *
   * @param follows whether a plan that is made once new nodes are there may follow at once; if not,
   *     the outcome is {@link Outcome.Replan}, and it is left to the next decision
   */
  public Outcome carryOut(Decision decision, Claim claim, Predicate<Plan> follows) {
    if (!claim.isHeld()) {
      return new Outcome.Abandoned(
          Cause.CLAIM_LOST, Sentence.of("the sole right to act on the cluster is not held"), 0);
    }
    Outcome outcome = new Outcome.Completed(0);
    try (Balancer.Hold hold = balancer.hold()) {
      if (stop.isRequested()) {
        return new Outcome.Stopped(0); // somebody was faster than the first look at the cluster
      }
      outcome = carryOutAll(decision, claim, follows);
      if (undo.isUnderWay()) {
        outcome = undo.goOn(claim);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      outcome = new Outcome.Stopped(outcome.changes());
    } catch (ClaimLost e) {
      outcome =
          new Outcome.Abandoned(
              Cause.CLAIM_LOST,
              Sentence.verbatim(String.valueOf(e.getMessage())),
              outcome.changes());
    } catch (PortException e) {
      outcome =
          new Outcome.Abandoned(
              Cause.UNREADABLE,
              Sentence.verbatim(String.valueOf(e.getMessage())),
              outcome.changes());
    } catch (JournalException e) {
      outcome =
          new Outcome.Abandoned(
              Cause.JOURNAL, Sentence.verbatim(String.valueOf(e.getMessage())), outcome.changes());
    }
    if (outcome.changes() > 0 && !(outcome instanceof Outcome.Replan)) {
      monitor.forget();
    }
    return outcome;
  }

  private Outcome carryOutAll(Decision decision, Claim claim, Predicate<Plan> follows)
      throws JournalException, PortException, InterruptedException {
    Outcome outcome = new Outcome.Completed(0);
    Optional<Decision> next = Optional.of(decision);
    Set<NodeId> before = monitor.latest().map(ActionRunner::nodes).orElse(Set.of());
    String continues = null;
    for (int round = 0; round < MOST_ROUNDS && next.isPresent(); round++) {
      Decision now = next.get();
      Optional<Plan> plan = now.plan();
      if (plan.isEmpty()) {
        break;
      }
      if (plan.get().undoes() != null) {
        return putBack(plan.get(), now.verdict().reasons().get(0), claim);
      }
      outcome = withCanary(now.verdict(), plan.get(), continues, claim);
      continues = plan.get().id();
      if (outcome instanceof Outcome.Replan) {
        monitor.stillCounts();
      }
      next =
          outcome instanceof Outcome.Replan && !undo.isUnderWay()
              ? decideAgain(before).filter(again -> again.plan().filter(follows).isPresent())
              : Optional.empty();
    }
    return outcome;
  }

  private Outcome putBack(Plan plan, Reason why, Claim claim)
      throws JournalException, PortException {
    try {
      undo.begin(undo.targets().find(plan.undoes()), "proteus", why.whole());
    } catch (CannotUndo e) {
      return new Outcome.Abandoned(
          Cause.OVERTAKEN, Sentence.verbatim(String.valueOf(e.getMessage())), 0);
    }
    return undo.goOn(plan, claim);
  }

  private Outcome withCanary(Verdict verdict, Plan plan, @Nullable String continues, Claim claim)
      throws JournalException, PortException, InterruptedException {
    Optional<CanaryPlan> parts = canary.of(plan);
    if (parts.isEmpty()) {
      return remembering(verdict, plan, new PlanContext(continues, null), claim);
    }
    Instant began = time.now();
    Outcome first =
        remembering(
            verdict, parts.get().first(), new PlanContext(continues, parts.get().rest()), claim);
    return first.ranToItsEnd() && !undo.isUnderWay()
        ? canary.goOn(parts.get(), began, first, claim)
        : first;
  }

  private Outcome remembering(Verdict verdict, Plan plan, PlanContext others, Claim claim)
      throws JournalException {
    StrategyMemory before = journal.memory();
    StrategyMemory after = verdict.memory();
    Outcome outcome = executor.carryOut(plan, after, others, claim);
    if (outcome.ranToItsEnd() || isClaimLost(outcome)) {
      return outcome;
    }
    if (outcome.changes() == 0 && !before.equals(after)) {
      journal.append(time.now(), new Remembered(before));
    }
    return outcome;
  }

  /**
   * Whether the claim was lost: the journal then belongs to the next leader, who resumes the plan.
   */
  private static boolean isClaimLost(Outcome outcome) {
    return outcome instanceof Outcome.Abandoned abandoned && abandoned.cause() == Cause.CLAIM_LOST;
  }

  /**
   * Decides what new nodes hold, once they are measured: nobody decides with nodes of which nothing
   * is known, and they would stay empty until somebody asks again.
   *
   * @param before the nodes that were there before
   */
  private Optional<Decision> decideAgain(Set<NodeId> before)
      throws PortException, JournalException, InterruptedException {
    Observation seen = look();
    for (int look = 1;
        look < LOOKS_AT_NEWCOMERS && newcomersAloneAreUnknown(seen, before);
        look++) {
      awaitNextLook();
      if (stop.isRequested()) {
        break;
      }
      seen = look();
    }
    Optional<Situation> situation =
        monitor.situation(journal.lastAction().orElse(null), journal.memory());
    Optional<Decision> decision = situation.map(decisions::decide);
    if (decision.isPresent()) {
      journal.append(time.now(), decided(decision.get()));
    }
    return decision;
  }

  private Observation look() throws PortException, JournalException {
    Observation seen = monitor.observe();
    journal.append(time.now(), Observed.of(seen));
    return seen;
  }

  private static Set<NodeId> nodes(Observation seen) {
    return seen.topology().nodes().stream().map(Node::id).collect(Collectors.toSet());
  }

  /** Where the CPU of others is not known either, to wait for that of newcomers is of no use. */
  private static boolean newcomersAloneAreUnknown(Observation seen, Set<NodeId> before) {
    Set<NodeId> unknown = nodes(seen);
    unknown.removeIf(
        node -> {
          NodeLoad load = seen.loads().get(node);
          return load != null && load.host().cpu() != null;
        });
    return !unknown.isEmpty() && Collections.disjoint(unknown, before);
  }

  private void awaitNextLook() throws InterruptedException {
    Time steady = time.steady();
    Instant next = steady.now().plus(monitor.period());
    for (Instant now = steady.now();
        now.isBefore(next) && !stop.isRequested();
        now = steady.now()) {
      Duration left = Duration.between(now, next);
      time.sleep(left.compareTo(NAP) < 0 ? left : NAP);
    }
  }

  static Decided decided(Decision decision) {
    return new Decided(
        decision.verdict() instanceof Verdict.Hold ? "hold" : "retarget",
        decision.verdict().reasons());
  }
}
