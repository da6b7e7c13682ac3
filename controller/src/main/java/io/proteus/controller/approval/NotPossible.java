package io.proteus.controller.approval;

/** A request that does not fit the present state. The message names that state. */
public final class NotPossible extends Exception {
  private static final long serialVersionUID = 1L;

  public NotPossible(String message) {
    super(message);
  }
}
