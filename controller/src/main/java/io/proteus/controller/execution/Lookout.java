package io.proteus.controller.execution;

import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.Claim;

/** Looks at the cluster while plans run, and says how far they are to be held back. */
@FunctionalInterface
public interface Lookout {
  /** Sees nothing. */
  Lookout NONE = (begun, claim) -> () -> Braking.NONE;

  /** Watches over a plan until it is closed. */
  Watch over(PlanProgress begun, Claim claim) throws JournalException;

  /** The watch over one plan. */
  @FunctionalInterface
  interface Watch extends AutoCloseable {
    /** Looks where it is time to. The plan's run asks between any two looks of its own. */
    Braking look();

    @Override
    default void close() {}
  }
}
