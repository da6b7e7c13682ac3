package io.proteus.controller.execution;

import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.Stages;
import io.proteus.core.words.Sentence;
import org.jspecify.annotations.Nullable;

/**
 * The stages of one step while it is asked for. The thread of the cloud tells them while the acting
 * thread waits; what a cloud tells that nobody waits for any more is dropped.
 */
final class StepStages implements Stages {
  private final Note note;
  private boolean closed;
  private @Nullable JournalException failed;

  StepStages(Note note) {
    this.note = note;
  }

  /** Writes a stage down. */
  interface Note {
    void write(Sentence stage) throws JournalException;
  }

  @Override
  public synchronized void reached(Sentence stage) {
    if (closed) {
      return;
    }
    try {
      note.write(stage);
    } catch (JournalException e) {
      failed = e;
    }
  }

  /**
   * Takes no more.
   *
   * @throws JournalException if one could not be written down
   */
  synchronized void close() throws JournalException {
    closed = true;
    if (failed != null) {
      throw failed;
    }
  }
}
