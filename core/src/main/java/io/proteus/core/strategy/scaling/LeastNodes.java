package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;

import io.proteus.core.cluster.Capability;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;

/**
 * Enforces {@code nodes.min}, whatever the load is: a node that died and was removed is replaced,
 * and a raised bound is met.
 */
final class LeastNodes {
  private static final String SETTING = "nodes.min";

  private LeastNodes() {}

  /** The least number of nodes; the present number where none can be added. */
  static int of(Situation now, NodeBounds bounds) {
    int present = now.topology().nodes().size();
    boolean mayGrow = bounds.max() != 0 && now.latest().capabilities().contains(Capability.RESIZE);
    return mayGrow ? Math.max(present, Math.min(bounds.min(), bounds.most(now))) : present;
  }

  static Reason reason(Situation now, NodeBounds bounds) {
    return AT_NODE_BOUND.because(
        SETTING,
        "{%d nodes} {is|are} there, and %d are as few as may be",
        now.topology().nodes().size(),
        bounds.min());
  }

  /** Whether a resize is asked for by the bound, and not by the load. */
  static boolean isWhy(Scaling.Resize wanted) {
    Reason first = wanted.reasons().get(0);
    return first.code() == AT_NODE_BOUND && SETTING.equals(first.setting());
  }
}
