package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Situation;

/** How many nodes? */
public interface ScalingPolicy {
  Scaling decide(Situation now);

  /** As if a threshold were crossed, with the number of nodes as it is. */
  Scaling.Resize unchanged(Situation now);
}
