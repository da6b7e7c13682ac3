package io.proteus.app.server;

/**
 * Who sent a request.
 *
 * @param name the token's, as the journal shows it
 */
record Caller(String name, Role role) {
  /** Somebody on this machine without a token. */
  static final Caller LOCAL = new Caller("somebody on this machine", Role.VIEWER);

  static final Caller NOBODY = new Caller("nobody", Role.ANYBODY);
}
