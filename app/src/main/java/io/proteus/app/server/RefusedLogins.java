package io.proteus.app.server;

import dev.failsafe.RateLimiter;
import io.proteus.controller.audit.AuditEvent;
import io.proteus.core.units.OneLine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the audit logs of requests that were refused. Whoever guesses tokens cannot fill the logs:
 * so many a minute are written, and the next one says how many were not.
 */
final class RefusedLogins {
  private static final int MOST_A_MINUTE = 10;

  private final List<ClusterSession> sessions;
  private final RateLimiter<Object> limiter =
      RateLimiter.burstyBuilder(MOST_A_MINUTE, Duration.ofMinutes(1)).build();
  private final AtomicLong unwritten = new AtomicLong();

  RefusedLogins(List<ClusterSession> sessions) {
    this.sessions = List.copyOf(sessions);
  }

  /**
   * A request was refused.
   *
   * @param who the caller's name, or its address where it has none
   * @param what was asked for, and why it was refused
   */
  void add(String who, String what) {
    if (!limiter.tryAcquirePermit()) {
      unwritten.incrementAndGet();
      return;
    }
    long others = unwritten.getAndSet(0);
    AuditEvent event =
        new AuditEvent(
            AuditEvent.LOGIN_REFUSED,
            OneLine.of(who),
            null,
            OneLine.of(what)
                + (others == 0 ? "" : "; %d more were refused before".formatted(others)));
    sessions.forEach(session -> session.audit(event));
  }
}
