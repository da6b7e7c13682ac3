package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.DOES_NOT_PAY;
import static io.proteus.core.strategy.ReasonCode.EDITED;
import static io.proteus.core.strategy.ReasonCode.IN_PLACE;
import static io.proteus.core.strategy.ReasonCode.NOT_WORTH_IT;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Draft;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.Prediction;
import io.proteus.core.plan.prediction.PaysOff;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.step.Omissions;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Gain;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Guards, strategy, guards again, planner, predictor: the whole decision, pure.
 *
 * @param overdueMachines comes before a growth, which it stands in the way of, and after all else
 * @param harmless weighs every plan against doing nothing, and what does not pay as a whole part by
 *     part ({@link PlanParts}); empty where that is not asked for
 */
public record DecisionMaker(
    Strategy strategy,
    Guards guards,
    Planner planner,
    Predictor predictor,
    OverdueMachines overdueMachines,
    Optional<DoNoHarm> harmless) {

  /** A decision maker with the default grace for machines. */
  public DecisionMaker(Strategy strategy, Guards guards, Planner planner, Predictor predictor) {
    this(strategy, guards, planner, predictor, OverdueMachines.usual(), Optional.empty());
  }

  /** A decision maker with the default predictor and the default grace for machines. */
  public DecisionMaker(Strategy strategy, Guards guards, Planner planner) {
    this(strategy, guards, planner, Predictor.usual());
  }

  /**
   * What cannot wait comes first: the nodes that operators drain, and those whose machines the
   * cloud is about to take, are emptied, and the latter replaced.
   */
  public Decision decide(Situation seen) {
    return emptied(seen).or(() -> replaced(seen)).orElseGet(() -> usual(seen));
  }

  private Decision usual(Situation seen) {
    Situation now = learned(NodeDrain.hidden(seen));
    return told(
        seen,
        notReady(now)
            .orElseGet(
                () -> {
                  Decision own = tidied(now, guarded(now, strategy.decide(now)));
                  return own.plan().isPresent() ? own : filled(now).orElse(own);
                }));
  }

  /**
   * The decision to empty the nodes that are drained, whatever the load is and however short ago
   * the last action was; empty where they hold nothing.
   */
  public Optional<Decision> emptied(Situation now) {
    return NodeDrain.emptying(now).map(wanted -> regardlessOfLoad(now, wanted));
  }

  /**
   * The decision to replace nodes whose machines the cloud is about to take, whatever the load is;
   * empty where there are none, or nothing replaces them.
   */
  private Optional<Decision> replaced(Situation seen) {
    Situation now = NodeDrain.hidden(seen);
    return strategy
        .replacement(now)
        .map(verdict -> regardlessOfLoad(now, verdict))
        .filter(decision -> decision.plan().isPresent());
  }

  /** The decision to fill nodes that were drained and were returned; empty where none is empty. */
  public Optional<Decision> filled(Situation now) {
    return NodeDrain.filling(now).map(wanted -> ordered(now, wanted));
  }

  /** The decision to start so many nodes more, as an operator says so, whatever the load is. */
  public Decision grown(Situation now, int more) {
    return regardlessOfLoad(NodeDrain.hidden(now), NodeResize.grown(now, more));
  }

  /** The decision to empty and end these nodes, as an operator says so, whatever the load is. */
  public Decision shrunk(Situation now, List<NodeId> leaving) {
    return regardlessOfLoad(now, NodeResize.shrunk(now, leaving));
  }

  /**
   * What operators order whatever the load is. Figures of the load that are missing hold nothing,
   * and are named: without requests, no counter ever moves.
   */
  private Decision regardlessOfLoad(Situation now, Verdict verdict) {
    Guards ofOrders = guards.ofOrders();
    Optional<Reason> missing = guards.withoutCooldown().notReady(now);
    if (!(verdict instanceof Verdict.Retarget wanted)
        || missing.isEmpty()
        || ofOrders.notReady(now).isPresent()) {
      return ordered(now, verdict, ofOrders);
    }
    Reason why = missing.get();
    Reason told =
        why.code().says("the load is not known, and the order does without: %s", why.sentence());
    return ordered(now, wanted.with(told), ofOrders);
  }

  /** An operator who orders weighs the price, so only what makes acting unsafe holds it. */
  private Decision ordered(Situation now, Verdict verdict) {
    return ordered(now, verdict, guards.withoutCooldown());
  }

  private Decision ordered(Situation now, Verdict verdict, Guards safety) {
    if (!(verdict instanceof Verdict.Retarget wanted)) {
      return hold(verdict);
    }
    Optional<Reason> unsafe = safety.notReady(now);
    if (unsafe.isPresent()) {
      List<Reason> reasons = new ArrayList<>(List.of(unsafe.get()));
      reasons.addAll(wanted.reasons());
      return hold(new Verdict.Hold(reasons, now.memory()));
    }
    return priced(now, wanted);
  }

  /** The plan with its price, without an objection to it. */
  private Decision priced(Situation now, Verdict.Retarget wanted) {
    Draft draft = planner.draft(now, wanted);
    if (draft.plan().steps().isEmpty()) {
      return hold(new Verdict.Hold(nothingToDo(draft.plan(), wanted), wanted.memory()));
    }
    Gain gain = Gain.of(now, PresentLayout.completing(wanted.target(), now));
    Plan plan = draft.plan().with(predictor.predict(now, draft, gain.atLeast(wanted.betters())));
    return new Decision(wanted, Optional.of(plan), Optional.empty());
  }

  /**
   * The decision with a plan of which an operator leaves out a part, together with all that depends
   * on it. What is left is planned and priced anew, from the cluster as it is now.
   *
   * @param whole has a plan
   * @throws InvalidValue where the plan has no such part, or nothing is left of it
   */
  public EditedPlan edited(Situation seen, Decision whole, PlanEdit edit) {
    Situation now = NodeDrain.emptying(seen).isPresent() ? seen : NodeDrain.hidden(seen);
    Plan plan = whole.plan().orElseThrow();
    Verdict.Retarget wanted = (Verdict.Retarget) whole.verdict();
    PlanEditor editor = new PlanEditor(plan, now.topology(), edit);
    Verdict.Retarget rest = new Verdict.Retarget(editor.layout(), wanted.reasons(), now.memory());
    Layout target = edit.onlyOnline() ? online(now, plan, rest) : rest.target();
    Draft draft = planner.draft(now, new Verdict.Retarget(target, wanted.reasons(), now.memory()));
    List<Step> steps = editor.wanted(draft.plan().steps());
    Reason reason =
        EDITED.says(
            "an operator made it of %s, %s: %d of its %d steps are left",
            plan.id(), edit.sentence(), steps.size(), plan.steps().size());
    Draft priced = draft.having(draft.plan().of(steps, nextName(plan.id())));
    Prediction prediction =
        predictor.predict(now, priced, Gain.of(now, PresentLayout.completing(target, now)));
    Plan left = priced.plan().with(prediction).because(reason);
    if (edit.onlyOnline() && !Assessor.isOnline(now, left)) {
      throw nothingOnline(plan);
    }
    List<Reason> reasons = new ArrayList<>(wanted.reasons());
    reasons.add(reason);
    Verdict.Retarget then =
        new Verdict.Retarget(target, reasons, memoryOf(now, wanted, plan, left));
    Set<Object> stays = steps.stream().map(Omissions::subjectOf).collect(Collectors.toSet());
    List<Step> leftOut = new ArrayList<>();
    List<Step> dependent = new ArrayList<>();
    for (int index = 0; index < plan.steps().size(); index++) {
      Step step = plan.steps().get(index);
      if (!stays.contains(Omissions.subjectOf(step))) {
        (editor.names(index) ? leftOut : dependent).add(step);
      }
    }
    return new EditedPlan(
        new Decision(then, Optional.of(left), Optional.empty()), leftOut, dependent);
  }

  /** What is set online of a layout, with every partition where it is. */
  private static Layout online(Situation now, Plan plan, Verdict.Retarget rest) {
    return PlanParts.ofWhole(now, rest).stream()
        .findFirst()
        .map(Verdict.Retarget::target)
        .orElseThrow(() -> nothingOnline(plan));
  }

  private static InvalidValue nothingOnline(Plan plan) {
    return new InvalidValue(
        "%s has no part that is set online at no risk, beside others.".formatted(plan.id()));
  }

  private static String nextName(String plan) {
    int at = plan.lastIndexOf("-e");
    return at < 0
        ? plan + "-e1"
        : plan.substring(0, at + 2) + (Integer.parseInt(plan.substring(at + 2)) + 1);
  }

  /** A resize that is left out is not remembered as one; of one that is cut, the rest is. */
  private static StrategyMemory memoryOf(
      Situation now, Verdict.Retarget wanted, Plan whole, Plan left) {
    int before = nodeChange(whole);
    int then = nodeChange(left);
    if (before == then) {
      return wanted.memory();
    }
    return then == 0
        ? learned(now, wanted.memory())
        : wanted.memory().withResizingTo(Math.max(0, wanted.memory().resizingTo() + then - before));
  }

  private static int nodeChange(Plan plan) {
    return plan.steps().stream().mapToInt(Step::nodeChange).sum();
  }

  /** The same decision, which says which nodes were left out of it. */
  private static Decision told(Situation seen, Decision decision) {
    List<NodeId> going =
        new ArrayList<>(NodeDrain.kept(seen).stream().filter(seen.topology()::knows).toList());
    List<NodeId> drained = takenOut(going, seen.memory().drains().nodes());
    Map<NodeId, String> inStore = seen.topology().restrictions().drained();
    List<NodeId> drainedInStore = takenOut(going, inStore.keySet());
    Decision told = decision;
    if (!drained.isEmpty()) {
      told =
          told.because(
              ReasonCode.DRAINED.says(
                  "left out, and nothing is put there, as operators drained it: %s",
                  Few.of(drained)));
    }
    if (!drainedInStore.isEmpty()) {
      told =
          told.because(
              ReasonCode.DRAINED.says(
                  "left out with what it holds, and nothing is put there, as operators drained it"
                      + " in the store (%s): %s",
                  NodeDrain.sentences(drainedInStore, inStore), Few.of(drainedInStore)));
    }
    if (!going.isEmpty()) {
      told =
          told.because(
              ReasonCode.MACHINE_TAKEN.says(
                  "left out, and nothing is put there, as the cloud is about to take its machine"
                      + " (%s): %s",
                  NodeDrain.notices(going, seen.topology()), Few.of(going)));
    }
    return told;
  }

  /** Takes these out of all that are left. */
  private static List<NodeId> takenOut(List<NodeId> left, Set<NodeId> wanted) {
    List<NodeId> found = left.stream().filter(wanted::contains).toList();
    left.removeAll(found);
    return found;
  }

  /** The same without the cooldown, to tell what would be done if nothing had to settle. */
  DecisionMaker withoutCooldown() {
    return new DecisionMaker(
        strategy, guards.withoutCooldown(), planner, predictor, overdueMachines, harmless);
  }

  /**
   * The decision on a target as a whole, whatever its parts are worth.
   *
   * @param onRequest whether it is asked for whatever the load is
   */
  Decision whole(Situation seen, boolean onRequest) {
    Situation now = learned(seen);
    Verdict verdict = onRequest ? strategy.decideRegardlessOfLoad(now) : strategy.decide(now);
    return verdict instanceof Verdict.Retarget wanted ? weighed(now, wanted) : hold(verdict);
  }

  private Situation learned(Situation seen) {
    return harmless.map(gate -> gate.seen(seen)).orElse(seen);
  }

  private Decision tidied(Situation now, Decision own) {
    boolean comesFirst = own.plan().isPresent() && !own.grows();
    return comesFirst
        ? own
        : overdueMachines
            .removal(now, learned(now, own.verdict().memory()))
            .map(removal -> guarded(now, removal))
            .orElse(own);
  }

  /** The decision as if the thresholds were crossed; all other checks apply. */
  public Decision decideRegardlessOfLoad(Situation seen) {
    return emptied(seen)
        .or(() -> replaced(seen))
        .orElseGet(
            () -> {
              Situation now = learned(NodeDrain.hidden(seen));
              return told(
                  seen,
                  notReady(now)
                      .orElseGet(() -> guarded(now, strategy.decideRegardlessOfLoad(now))));
            });
  }

  /**
   * The same decision, with what only the cooldown holds back: for whoever looks, as it may be
   * another plan by then.
   *
   * @param regardlessOfLoad whether it was decided as if the thresholds were crossed
   */
  public Decision beyondCooldown(Situation seen, Decision decision, boolean regardlessOfLoad) {
    if (decision.verdict().reasons().get(0).code() != COOLDOWN) {
      return decision;
    }
    DecisionMaker eager =
        new DecisionMaker(
            strategy, guards.withoutCooldown(), planner, predictor, overdueMachines, harmless);
    Decision would = regardlessOfLoad ? eager.decideRegardlessOfLoad(seen) : eager.decide(seen);
    return new Decision(decision.verdict(), Optional.empty(), would.plan().or(would::heldBack));
  }

  private Optional<Decision> notReady(Situation now) {
    return guards.notReady(now).map(reason -> hold(Verdict.hold(reason, now.memory())));
  }

  private Decision guarded(Situation now, Verdict verdict) {
    if (!(verdict instanceof Verdict.Retarget wanted)) {
      return hold(verdict);
    }
    Decision whole = weighed(now, wanted);
    if (harmless.isEmpty() || whole.heldBack().isEmpty()) {
      return whole;
    }
    Verdict held = whole.verdict();
    return PlanParts.of(now, wanted, held.reasons().get(0), held.memory()).stream()
        .map(part -> weighed(now, part))
        .filter(part -> part.plan().isPresent())
        .findFirst()
        .orElse(whole);
  }

  /** What a target costs and yields by itself, and whether it may be done. */
  Decision weighed(Situation now, Verdict.Retarget wanted) {
    Draft draft = planner.draft(now, wanted);
    if (draft.plan().steps().isEmpty()) {
      return hold(new Verdict.Hold(nothingToDo(draft.plan(), wanted), wanted.memory()));
    }
    Gain gain = Gain.of(now, wanted.target(), draft.targets()).atLeast(wanted.betters());
    Prediction prediction = predictor.predict(now, draft, gain);
    Plan plan = draft.plan().with(prediction);
    Optional<Reason> objection =
        compacts(wanted)
            ? Optional.empty()
            : guards
                .objection(now, wanted, gain)
                .or(() -> doesNotPay(now, wanted, prediction))
                .or(() -> harmless.flatMap(gate -> gate.objection(now, wanted, prediction)));
    if (objection.isEmpty()) {
      return new Decision(wanted, Optional.of(plan), Optional.empty());
    }
    List<Reason> reasons = new ArrayList<>(List.of(objection.get()));
    reasons.addAll(wanted.reasons());
    // what policies have seen does not depend on whether it is acted on
    StrategyMemory memory =
        isSettled(objection.get())
            ? wanted.memory().with(now.memory().splits()) // nothing was split
            : learned(now, wanted.memory());
    return new Decision(new Verdict.Hold(reasons, memory), Optional.empty(), Optional.of(plan));
  }

  /** Whether data is only brought to its nodes: no prediction covers that, and nothing moves. */
  private static boolean compacts(Verdict.Retarget wanted) {
    return wanted.reasons().get(0).code() == ReasonCode.LOST_LOCALITY;
  }

  /** The memory after a retarget that is not carried out. */
  private static StrategyMemory learned(Situation now, StrategyMemory wanted) {
    return now.memory()
        .learning(wanted)
        .with(now.memory().settings().seen(wanted.settings(), now.now()));
  }

  /**
   * The reason why a plan does not pay. Plans of settings are exempt: no prediction covers them,
   * and verification judges them.
   */
  private static Optional<Reason> doesNotPay(
      Situation now, Verdict.Retarget wanted, Prediction prediction) {
    return WorthIt.changesSettings(now, wanted.target()) || WorthIt.merges(wanted.target())
        ? Optional.empty()
        : PaysOff.objection(prediction);
  }

  /** The reasons of the planner for what it could not do, or else that nothing is to be done. */
  private static List<Reason> nothingToDo(Plan plan, Verdict.Retarget wanted) {
    List<Reason> reasons = new ArrayList<>(plan.reasons());
    reasons.removeAll(wanted.reasons());
    if (reasons.isEmpty()) {
      reasons.add(IN_PLACE.says("every {partition} and every {node} is as it should be"));
    }
    reasons.addAll(wanted.reasons());
    return reasons;
  }

  /**
   * Whether the strategy may go on as if it had acted, because acting would gain nothing. An
   * initial reconfiguration without gain must not keep the cluster from growing. One that a limit
   * of the operator refused is still due, so its memory is not kept.
   */
  private static boolean isSettled(Reason objection) {
    return objection.code() == IN_PLACE
        || objection.code() == NOT_WORTH_IT
        || objection.code() == DOES_NOT_PAY;
  }

  private static Decision hold(Verdict verdict) {
    return new Decision(verdict, Optional.empty(), Optional.empty());
  }
}
