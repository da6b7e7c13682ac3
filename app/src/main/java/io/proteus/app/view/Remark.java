package io.proteus.app.view;

/** What is worth saying about a node or a partition. */
public enum Remark {
  /** its host's CPU is over the threshold at which a node counts as overloaded */
  HOT("hot"),
  /** its memory is divided otherwise than what it serves, or should serve, wants */
  MISCONFIGURED("misconfigured"),
  /** a new memory split takes a restart, as nothing is there that could do it online */
  NO_PLUGIN("plugin missing"),
  /** it was not possible to read all of its measurements */
  UNREADABLE("unreadable"),
  /** it should be on another node */
  MISPLACED("misplaced"),
  /** it is being opened, closed or moved */
  IN_TRANSITION("in transition"),
  /** no node serves it */
  UNSERVED("unserved");

  private final String label;

  Remark(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
