package io.proteus.app;

/** A command line that cannot be. The message names what to give instead. */
public final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WrongUsage(String message) {
    super(message);
  }
}
