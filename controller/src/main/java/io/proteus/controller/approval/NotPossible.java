package io.proteus.controller.approval;

/** What an operator asked for does not fit what there is by now. The message says what there is. */
public final class NotPossible extends Exception {
  private static final long serialVersionUID = 1L;

  public NotPossible(String message) {
    super(message);
  }
}
