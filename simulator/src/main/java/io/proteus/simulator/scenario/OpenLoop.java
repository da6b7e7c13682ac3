package io.proteus.simulator.scenario;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;

/**
 * Requests that come at their rate, whether or not others were answered: users of a site do not
 * wait for one another. Who finds all connections in use waits, the first come first.
 *
 * @param queue requests that may wait; who comes then is refused
 * @param timeout how long one waits at most before it is given up
 */
public record OpenLoop(
    @Key(doc = "requests that may wait") double queue,
    @Key(doc = "how long one waits at most, 1 h at most") Duration timeout) {
  /** What waits is kept second by second. */
  private static final Duration LONGEST = Duration.ofHours(1);

  public OpenLoop {
    if (!(queue >= 0)
        || timeout.isZero()
        || timeout.isNegative()
        || timeout.compareTo(LONGEST) > 0) {
      throw new InvalidValue(
          "openLoop: want a queue of 0 or more and a timeout over 0 and up to %d h, got %s and %s."
              .formatted(LONGEST.toHours(), queue, timeout));
    }
  }
}
