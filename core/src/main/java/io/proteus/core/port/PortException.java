package io.proteus.core.port;

/**
 * The outside did not do or answer what was asked. The message names the subject, what was expected
 * and the next move, and is meant to be shown to the user as it is.
 */
public class PortException extends Exception {
  private static final long serialVersionUID = 1L;

  public PortException(String message) {
    super(message);
  }

  public PortException(String message, Throwable cause) {
    super(message, cause);
  }
}
