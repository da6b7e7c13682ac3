package io.proteus.core.units;

/**
 * A value that cannot be. The message names the subject, the value, what was expected and the next
 * move; it is meant to be shown to the user as it is.
 */
public class InvalidValue extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public InvalidValue(String message) {
    super(message);
  }
}
