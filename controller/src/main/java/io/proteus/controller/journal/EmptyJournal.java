package io.proteus.controller.journal;

/** A file in which nothing was written yet, as one that a killed Proteus has just made. */
public final class EmptyJournal extends JournalException {
  private static final long serialVersionUID = 1L;

  EmptyJournal(String file) {
    super("journal %s: is empty, nothing was written yet.".formatted(file));
  }
}
