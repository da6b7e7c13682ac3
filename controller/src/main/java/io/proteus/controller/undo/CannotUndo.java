package io.proteus.controller.undo;

/** A plan cannot be undone. The message says why, and what can. */
public final class CannotUndo extends Exception {
  private static final long serialVersionUID = 1L;

  public CannotUndo(String message) {
    super(message);
  }
}
