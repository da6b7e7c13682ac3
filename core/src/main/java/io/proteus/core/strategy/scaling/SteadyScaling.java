package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps a policy from going back and forth: within a window, nodes that were added stay and nodes
 * that were removed stay away. MeT's paper names such a parameter and switches it off in its own
 * experiment (MET-13, section 6.4: "parameterized to avoid, for instance, continuous addition and
 * removal").
 *
 * <p>{@link LimitedScaling} has all other limits. Nodes that the lower bound requires are exempt.
 *
 * @param window for how long a resize is not undone by an opposite one; zero: it may be at once
 * @param setting that the window is
 */
public record SteadyScaling(ScalingPolicy policy, Duration window, String setting)
    implements ScalingPolicy {

  @Override
  public Scaling decide(Situation now) {
    Scaling answer = policy.decide(now);
    int present = now.topology().nodes().size();
    if (!(answer instanceof Scaling.Resize wanted) || wanted.nodes() == present) {
      return answer;
    }
    Optional<Reason> opposite =
        LeastNodes.isWhy(wanted)
            ? Optional.empty()
            : ResizeMemory.opposite(now, wanted.nodes() > present, window, setting);
    return opposite.isPresent()
        ? ResizeMemory.refuse(now, wanted, opposite.get())
        : ResizeMemory.let(now, wanted, wanted.nodes(), wanted.reasons());
  }

  @Override
  public Scaling.Resize unchanged(Situation now) {
    return policy.unchanged(now);
  }
}
