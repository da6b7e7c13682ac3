package io.proteus.core.strategy.guard;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import java.util.Optional;

/** Asked after a strategy wants something: may it be done? */
public interface RetargetGuard {
  /** Why not; empty when it may. */
  Optional<Reason> objection(Situation now, Verdict.Retarget wanted);

  /**
   * The same, for a guard that asks what a layout betters.
   *
   * @param gain what the wanted layout betters, which takes a while to find out
   */
  default Optional<Reason> objection(Situation now, Verdict.Retarget wanted, Gain gain) {
    return objection(now, wanted);
  }
}
