package io.proteus.core.strategy.guard;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.util.Optional;

/** Asked before a strategy is: may anything be decided from this? */
public interface ReadinessGuard {
  /** Why not; empty when it may. */
  Optional<Reason> notReady(Situation now);
}
