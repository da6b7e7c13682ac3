package io.proteus.controller.action;

/** How plans and proposals end, as the journal has it. */
public final class Outcomes {
  /** All steps of a plan are done. */
  public static final String COMPLETED = "completed";

  /** All steps of a plan are over, and some were not done. */
  public static final String INCOMPLETE = "incomplete";

  /** The new nodes are there, and a plan that gives them something to hold follows. */
  public static final String REPLAN = "replan";

  /** A person, or the end of the process, ended a plan. */
  public static final String STOPPED = "stopped";

  /** A plan was given up half way. */
  public static final String ABANDONED = "abandoned";

  /** A plan was not gone on with, or never begun. */
  public static final String DROPPED = "dropped";

  /** A person wants a proposed plan carried out. */
  public static final String APPROVED = "approved";

  /** A person does not want a proposed plan. */
  public static final String REJECTED = "rejected";

  /** A person left out a part of a proposed plan, and the rest waits under another name. */
  public static final String EDITED = "edited";

  /** A proposed or approved plan is out of date. */
  public static final String EXPIRED = "expired";

  private Outcomes() {}

  /** Whether a plan came to its end, with or without steps that may fail. */
  public static boolean isToItsEnd(String outcome) {
    return outcome.equals(COMPLETED) || outcome.equals(INCOMPLETE);
  }
}
