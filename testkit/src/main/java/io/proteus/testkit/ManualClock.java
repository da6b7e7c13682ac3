package io.proteus.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that only moves when told to. */
public final class ManualClock implements InstantSource {
  private Instant now;

  public ManualClock(Instant start) {
    now = start;
  }

  /** Starts at a moment that is the same in every test. */
  public static ManualClock start() {
    return new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
  }

  public synchronized void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }
}
