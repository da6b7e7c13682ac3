package io.proteus.core.strategy.guard;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.util.Optional;

/** Asked before a strategy is: may anything be decided from this? */
public interface ReadinessGuard {
  /** Why not; empty when it may. */
  Optional<Reason> notReady(Situation now);

  /**
   * The guard of what an operator orders whatever the load is; empty where there is none. It holds
   * what makes acting unsafe, and not for want of figures of the load.
   */
  default Optional<ReadinessGuard> ofOrders() {
    return Optional.of(this);
  }
}
