package io.proteus.core.port;

import java.time.Instant;

/** The time of a store that does not live on the time of the day, as a simulated one. */
public interface StoreClock {
  /** What time it is there. */
  Instant now();

  /** How many seconds pass there while one passes here. */
  double speed();
}
