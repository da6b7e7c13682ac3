package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import java.util.List;

/** How many nodes? */
public interface ScalingPolicy extends ConfiguredScaling {
  Scaling decide(Situation now);

  @Override
  default ScalingPolicy within(Limits limits) {
    return new LimitedScaling(this, limits);
  }

  /** The answer as if a threshold were crossed, with the present number of nodes. */
  default Scaling.Resize unchanged(Situation now) {
    return new Scaling.Resize(
        now.topology().nodes().size(),
        List.of(ReasonCode.RECONFIGURE.says("for the present number of {nodes}")),
        now.memory());
  }
}
