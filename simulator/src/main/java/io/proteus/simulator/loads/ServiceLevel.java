package io.proteus.simulator.loads;

/** What clients are promised: judged for each ten seconds. */
public final class ServiceLevel {
  /** Share of the requests asked for that must be answered. */
  public static final double ANSWERED = 0.98;

  /** What an answer may take on average. */
  public static final double RESPONSE_MS = 20;

  private ServiceLevel() {}
}
