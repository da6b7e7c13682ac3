package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.INITIAL_RECONFIGURATION;

import io.proteus.core.setting.Key;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Counts nodes as another policy does and, whenever their number is right or cannot be another,
 * lets configuration and placement follow the use: for policies that look at sizes only, together
 * with a configuration policy that looks at what partitions are used for. Whether that is worth it
 * is for the guards.
 *
 * <p>The first time it configures before it counts: what a node serves that is not configured for
 * its use says little of what it serves afterwards, and nodes that are bought by it are bought for
 * nothing. So what was seen until then is forgotten. A growth that is large enough does not wait,
 * as with MeT, which configures first unless more than half of the nodes are overloaded (MET-5).
 * Where the guards find the configuration not worth it, the next decision grows.
 *
 * <p>From then on nothing follows the use while no node is busy, as with MeT (MET-4): everything
 * that is asked for is served, and moves would only cost.
 */
public record ReconfiguringScaling(ScalingPolicy policy, Reconfiguring when)
    implements ScalingPolicy {
  private static final String FIRST = "scaling.configureFirstBelow";
  private static final Set<ReasonCode> SIZE_STAYS =
      Set.of(
          ReasonCode.HEALTHY,
          ReasonCode.SIZE_FITS,
          ReasonCode.NOT_DUE,
          ReasonCode.LEARNING,
          ReasonCode.AT_NODE_BOUND,
          ReasonCode.NOT_CAPABLE);

  /**
   * When nodes are configured by use.
   *
   * @param firstBelow the first time, a growth to less than so many times the present nodes waits
   *     for it; 0: none does
   * @param above CPU and I/O wait that some node must exceed once they have been
   */
  public record Reconfiguring(
      @Key(
              doc =
                  "with `configuration.policy: met` (but not for `met` itself) the first time, and"
                      + " with `heap` whenever heaps should be divided anew: a growth to less than"
                      + " so many times the nodes waits until those that are there are configured"
                      + " by use; 0: none waits",
              usual = "1.5",
              name = "configureFirstBelow")
          double firstBelow,
      @Key(
              doc =
                  "with the same: once configured, nodes and partitions follow the use only while"
                      + " some node's CPU and I/O wait are over this",
              usual = "0.60",
              name = "reconfigureAbove")
          Ratio above) {
    public Reconfiguring {
      if (!(firstBelow >= 0) || Double.isInfinite(firstBelow)) {
        throw new InvalidValue("%s: want 0 or more, got %s.".formatted(FIRST, firstBelow));
      }
    }

    /** MeT's values: more than half of the nodes, above its limit for a node's CPU. */
    public static Reconfiguring usual() {
      return new Reconfiguring(1.5, Ratio.of(0.6));
    }
  }

  @Override
  public Scaling decide(Situation now) {
    Scaling answer = policy.decide(now);
    if (answer instanceof Scaling.Resize resize) {
      return waits(now, resize)
          ? configureFirst(now, resize)
          : new Scaling.Resize(resize.nodes(), resize.reasons(), configured(now, resize.memory()));
    }
    Scaling.Keep keep = (Scaling.Keep) answer;
    if (!SIZE_STAYS.contains(keep.reason().code())) {
      return keep;
    }
    if (now.memory().reconfigured() && isCalm(now)) {
      return keep;
    }
    Scaling.Resize unchanged = unchanged(now);
    List<Reason> reasons = new ArrayList<>(unchanged.reasons());
    reasons.add(keep.reason());
    return new Scaling.Resize(unchanged.nodes(), reasons, configured(now, keep.memory()));
  }

  /** Whether nodes are calm; false where their load is not known. */
  private boolean isCalm(Situation now) {
    return ClusterLoad.gap(now).isEmpty()
        && !ClusterLoad.withIoWait(now).hottestCpu().exceeds(when.above());
  }

  private boolean waits(Situation now, Scaling.Resize wanted) {
    int present = now.topology().nodes().size();
    return !now.memory().reconfigured()
        && wanted.nodes() > present
        && wanted.nodes() < when.firstBelow() * present
        && !LeastNodes.isWhy(wanted);
  }

  private static Scaling.Resize configureFirst(Situation now, Scaling.Resize wanted) {
    int present = now.topology().nodes().size();
    Reason reason =
        INITIAL_RECONFIGURATION.because(
            FIRST,
            "{%d nodes} {is|are} configured by use before they become %d (wanted: %s)",
            present,
            wanted.nodes(),
            wanted.reasons().get(0).sentence());
    return new Scaling.Resize(
        present, List.of(reason), configured(now, now.memory().learning(wanted.memory())));
  }

  /** Forgets what nodes served before they were configured for it. */
  private static StrategyMemory configured(Situation now, StrategyMemory memory) {
    return now.memory().reconfigured()
        ? memory.withReconfigured()
        : memory.with(memory.scaling().withoutYields()).withReconfigured();
  }

  @Override
  public Scaling.Resize unchanged(Situation now) {
    Scaling.Resize same = policy.unchanged(now);
    return new Scaling.Resize(same.nodes(), same.reasons(), configured(now, same.memory()));
  }
}
