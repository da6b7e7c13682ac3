package io.proteus.engine.riak;

/**
 * A change of the ring that waits to be committed, as {@code riak admin cluster plan} shows it.
 *
 * @param action such as join or leave
 * @param details whom it is about, as Riak writes it without quotes
 */
record Staged(String action, String details) {
  static Staged join(String node) {
    return new Staged("join", node);
  }

  static Staged leave(String node) {
    return new Staged("leave", node);
  }

  static Staged forceRemove(String node) {
    return new Staged("force-remove", node);
  }

  @Override
  public String toString() {
    return action + " " + details;
  }
}
