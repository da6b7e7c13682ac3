package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.NOT_DUE;
import static io.proteus.core.strategy.ReasonCode.REMOVAL_LIMIT;
import static io.proteus.core.strategy.ReasonCode.UNDERLOAD_NOT_CONFIRMED;

import io.proteus.core.cluster.Capability;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A policy within {@link Limits}: its wish is cut down to what is allowed, or refused with the
 * setting that would allow it. Every resize that passes is remembered for the limits that look
 * back.
 *
 * <p>A refused growth still rebalances: a cluster at its upper bound should be used well. A refused
 * removal changes nothing. Too few nodes are brought up to the bound whatever the policy wants, and
 * no limit that looks back stands against that.
 */
public record LimitedScaling(ScalingPolicy policy, Limits limits) implements ScalingPolicy {

  @Override
  public Scaling decide(Situation now) {
    Duration age = Duration.between(now.latest().at(), now.now());
    if (age.compareTo(limits.staleAfter()) > 0) {
      return new Scaling.Keep(
          METRICS_STALE.because(
              "guards.staleAfter",
              "the newest observation is %d s old, and %d s are allowed",
              age.toSeconds(),
              limits.staleAfter().toSeconds()),
          now.memory());
    }
    Scaling answer = policy.decide(now);
    int present = now.topology().nodes().size();
    if (answer instanceof Scaling.Resize wanted
        && wanted.nodes() < present
        && LeastNodes.of(now, limits.bounds()) == present) {
      return shrink(now, wanted);
    }
    return notLess(inNoRow(now), inNoRow(answer));
  }

  private Scaling notLess(Situation now, Scaling answer) {
    int present = now.topology().nodes().size();
    int least = LeastNodes.of(now, limits.bounds());
    if (least > present) {
      return atLeast(now, answer, least);
    }
    return answer instanceof Scaling.Resize wanted && wanted.nodes() > present
        ? grow(now, wanted)
        : answer;
  }

  /** Ends the count of successive decisions for fewer nodes. */
  private Situation inNoRow(Situation now) {
    return countsDecisions() ? now.with(now.memory().withUnderloads(0)) : now;
  }

  /** Ends the count in the memory of an answer, unless the policy is not due. */
  private Scaling inNoRow(Scaling answer) {
    if (!countsDecisions()) {
      return answer;
    }
    if (answer instanceof Scaling.Resize resize) {
      return new Scaling.Resize(
          resize.nodes(), resize.reasons(), resize.memory().withUnderloads(0));
    }
    Scaling.Keep keep = (Scaling.Keep) answer;
    return keep.reason().code() == NOT_DUE
        ? keep
        : new Scaling.Keep(keep.reason(), keep.memory().withUnderloads(0));
  }

  private boolean countsDecisions() {
    return limits.shrinkDecisions() > 1;
  }

  /** The number that the policy wants if it is larger and allowed, else the least number. */
  private Scaling atLeast(Situation now, Scaling answer, int least) {
    if (answer instanceof Scaling.Resize wanted
        && wanted.nodes() > least
        && grow(now, wanted) instanceof Scaling.Resize grown) {
      return grown;
    }
    StrategyMemory learned =
        answer instanceof Scaling.Resize wanted
            ? ResizeMemory.unmoved(now, wanted)
            : ((Scaling.Keep) answer).memory();
    Scaling.Resize restored =
        new Scaling.Resize(least, List.of(LeastNodes.reason(now, limits.bounds())), learned);
    return ResizeMemory.let(now, restored, least, restored.reasons());
  }

  @Override
  public Scaling.Resize unchanged(Situation now) {
    return policy.unchanged(now);
  }

  private Scaling grow(Situation now, Scaling.Resize wanted) {
    int present = now.topology().nodes().size();
    if (!canResize(now)) {
      return evenOut(
          now,
          wanted,
          NOT_CAPABLE.because("cloud.type", "no cloud is set that could start {nodes}"));
    }
    int most = Math.max(present, limits.bounds().most(now));
    int allowed = Math.min(limits.bounds().clamp(wanted.nodes(), present), most);
    if (allowed == present) {
      return evenOut(
          now,
          wanted,
          AT_NODE_BOUND.because(
              "nodes.max",
              "would add {%d nodes}, but %d are as many as may be",
              wanted.nodes() - present,
              present));
    }
    return opposite(now, true)
        .or(() -> tooSoon(now, limits.cooldownGrow(), "scaling.cooldownGrow"))
        .<Scaling>map(reason -> ResizeMemory.refuse(now, wanted, reason))
        .orElseGet(
            () ->
                resize(
                    now,
                    wanted,
                    allowed,
                    AT_NODE_BOUND.because(
                        "nodes.max", "as many as may be are %d, not %d", allowed, wanted.nodes())));
  }

  private Scaling shrink(Situation now, Scaling.Resize wanted) {
    int present = now.topology().nodes().size();
    if (!canResize(now)) {
      return ResizeMemory.refuse(
          now,
          wanted,
          NOT_CAPABLE.because("cloud.type", "no cloud is set that could stop {nodes}"));
    }
    int bounded = limits.bounds().clamp(wanted.nodes(), present);
    if (bounded == present) {
      return ResizeMemory.refuse(
          now,
          wanted,
          AT_NODE_BOUND.because(
              "nodes.min",
              "would remove {%d nodes}, but %d are as few as may be",
              present - wanted.nodes(),
              present));
    }
    int inRow = now.memory().underloads() + 1;
    if (inRow < limits.shrinkDecisions()) {
      return new Scaling.Keep(
          UNDERLOAD_NOT_CONFIRMED.because(
              "scaling.shrinkDecisions",
              "would remove {%d nodes}, as wanted by %d of %d decisions in a row",
              present - bounded,
              inRow,
              limits.shrinkDecisions()),
          ResizeMemory.unmoved(now, wanted).withUnderloads(inRow));
    }
    int removable = removable(now);
    Reason removal =
        REMOVAL_LIMIT.because(
            "scaling.removable",
            "would remove {%d nodes}, and %d may go now: %s of them within %d min",
            present - bounded,
            removable,
            limits.removable(),
            limits.removalPeriod().toMinutes());
    return opposite(now, false)
        .or(() -> tooSoon(now, limits.cooldownShrink(), "scaling.cooldownShrink"))
        .or(() -> removable == 0 ? Optional.of(removal) : Optional.empty())
        .<Scaling>map(reason -> ResizeMemory.refuse(now, wanted, reason))
        .orElseGet(
            () -> inNoRow(resize(now, wanted, Math.max(bounded, present - removable), removal)));
  }

  private static boolean canResize(Situation now) {
    return now.latest().capabilities().contains(Capability.RESIZE);
  }

  private Optional<Reason> opposite(Situation now, boolean growing) {
    return ResizeMemory.opposite(now, growing, limits.oppositeWindow(), "scaling.oppositeWindow");
  }

  private static Optional<Reason> tooSoon(Situation now, Duration cooldown, String setting) {
    return now.memory()
        .scaling()
        .lastResize()
        .filter(past -> ResizeMemory.within(cooldown, now, past))
        .map(
            past ->
                COOLDOWN.because(
                    setting,
                    "the last resize was %d s ago, and %d s are to pass",
                    ResizeMemory.since(now, past).toSeconds(),
                    cooldown.toSeconds()));
  }

  /** How many nodes may still leave, of those that were there when the period began. */
  private int removable(Situation now) {
    int most = now.topology().nodes().size();
    int removed = 0;
    for (Resized past : now.memory().scaling().resizes()) {
      if (ResizeMemory.within(limits.removalPeriod(), now, past)) {
        most = Math.max(most, past.from());
        removed += Math.max(0, past.from() - past.to());
      }
    }
    int allowed = (int) Math.max(1, Math.floor(most * limits.removable().value() + 1e-9));
    return Math.max(0, allowed - removed);
  }

  private static Scaling.Resize resize(
      Situation now, Scaling.Resize wanted, int nodes, Reason whyNotAll) {
    List<Reason> reasons = new ArrayList<>(wanted.reasons());
    if (nodes != wanted.nodes()) {
      reasons.add(whyNotAll);
    }
    return ResizeMemory.let(now, wanted, nodes, reasons);
  }

  private static Scaling evenOut(Situation now, Scaling.Resize wanted, Reason reason) {
    List<Reason> reasons = new ArrayList<>(wanted.reasons());
    reasons.add(reason);
    return new Scaling.Resize(
        now.topology().nodes().size(), reasons, ResizeMemory.unmoved(now, wanted));
  }
}
