package io.proteus.core.port;

/**
 * What was asked for is refused until somebody changes something: to ask again is in vain. The
 * message says what is to be changed, and where.
 */
public final class NeedsCure extends PortException {
  private static final long serialVersionUID = 1L;

  public NeedsCure(String message) {
    super(message);
  }
}
