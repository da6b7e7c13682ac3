package io.proteus.controller.journal;

/**
 * The journal could not be read or written. The message names the file and the next move. Whoever
 * gets it while about to act must not act.
 */
public class JournalException extends Exception {
  private static final long serialVersionUID = 1L;

  public JournalException(String message) {
    super(message);
  }

  public JournalException(String message, Throwable cause) {
    super(message, cause);
  }
}
