package io.proteus.controller.execution;

import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.words.Sentence;

/** A plan whose first node was set and whose rest had not begun when its Proteus ended. */
public interface ResumableCanary {

  /** Whether there is one. */
  boolean isUnderWay() throws JournalException;

  /** Watches the node anew, and goes on or puts it back as is found. */
  Outcome goOn(Claim claim) throws JournalException, PortException, InterruptedException;

  /** The rest is not done. */
  void giveUp(Sentence why) throws JournalException;
}
