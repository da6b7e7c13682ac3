package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Counts nodes as another policy does and, whenever their number is right or cannot be another,
 * lets configuration and placement follow the use: for policies that look at sizes only, together
 * with a configuration policy that looks at what partitions are used for. Whether that is worth it
 * is for the guards. A resize that is only put off comes first.
 */
public record ReconfiguringScaling(ScalingPolicy policy) implements ScalingPolicy {
  private static final Set<ReasonCode> SIZE_STAYS =
      Set.of(
          ReasonCode.HEALTHY,
          ReasonCode.SIZE_FITS,
          ReasonCode.NOT_DUE,
          ReasonCode.LEARNING,
          ReasonCode.AT_NODE_BOUND,
          ReasonCode.NOT_CAPABLE);

  @Override
  public Scaling decide(Situation now) {
    Scaling answer = policy.decide(now);
    if (answer instanceof Scaling.Resize resize) {
      return new Scaling.Resize(
          resize.nodes(), resize.reasons(), resize.memory().withReconfigured());
    }
    Scaling.Keep keep = (Scaling.Keep) answer;
    if (!SIZE_STAYS.contains(keep.reason().code())) {
      return keep;
    }
    Scaling.Resize unchanged = unchanged(now);
    List<Reason> reasons = new ArrayList<>(unchanged.reasons());
    reasons.add(keep.reason());
    return new Scaling.Resize(unchanged.nodes(), reasons, keep.memory().withReconfigured());
  }

  @Override
  public Scaling.Resize unchanged(Situation now) {
    Scaling.Resize same = policy.unchanged(now);
    return new Scaling.Resize(same.nodes(), same.reasons(), same.memory().withReconfigured());
  }
}
