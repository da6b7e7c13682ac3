package io.proteus.app.server;

import dev.failsafe.RateLimiter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * So many requests a second of each caller, counted over a few: a page that is opened asks for a
 * dozen things at once, and who opens it three times in a second is nobody to keep out.
 */
final class Limiter {
  private static final int COUNTED_SECONDS = 5;

  /** More callers than any cluster has operators; the one unseen for longest is forgotten first. */
  private static final int MOST_CALLERS = 1000;

  private final int perSecond;
  private final Map<String, RateLimiter<Object>> callers = new LinkedHashMap<>(16, 0.75f, true);

  Limiter(int perSecond) {
    this.perSecond = perSecond;
  }

  boolean allows(String caller) {
    return of(caller).tryAcquirePermit();
  }

  private synchronized RateLimiter<Object> of(String caller) {
    RateLimiter<Object> limiter =
        callers.computeIfAbsent(
            caller,
            name ->
                RateLimiter.burstyBuilder(
                        (long) perSecond * COUNTED_SECONDS, Duration.ofSeconds(COUNTED_SECONDS))
                    .build());
    if (callers.size() > MOST_CALLERS) {
      callers.remove(callers.keySet().iterator().next());
    }
    return limiter;
  }
}
