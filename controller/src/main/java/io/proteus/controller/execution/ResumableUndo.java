package io.proteus.controller.execution;

import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import org.jspecify.annotations.Nullable;

/** An undo that was begun, in this run or one before, and has not ended. */
public interface ResumableUndo {

  /** Whether there is one. */
  boolean isUnderWay() throws JournalException;

  /**
   * Continues from observation.
   *
   * @param first the plan to begin with, which somebody has seen; null to make one
   */
  Outcome goOn(@Nullable Plan first, Claim claim) throws JournalException, PortException;

  /** Ends it as it is, as an operator wanted: nothing more is put back. */
  Outcome stop() throws JournalException;
}
