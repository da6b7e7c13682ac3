package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.util.Optional;

/**
 * A policy that does not go to and fro: within a window, what it grew by stays and what it gave up
 * stays away. MeT's paper names such a parameter and switches it off in its own experiment (MET-13,
 * section 6.4: "parameterized to avoid, for instance, continuous addition and removal").
 *
 * <p>Nothing else of it is limited, as it is by {@link LimitedScaling}; what the lower bound of
 * nodes asks for is not either.
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
