package io.proteus.controller.failover;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.Holder;
import io.proteus.core.port.LeasedClaim;
import io.proteus.core.port.PortException;
import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives the claim of a cluster as ZooKeeper does: to a session, which ends when nothing was heard
 * of it for its length, looked at once a tick.
 */
final class VirtualLeases {
  static final Duration SESSION = Duration.ofSeconds(8);
  private static final long TICK_MILLIS = 3_000;

  private final ManualClock clock;
  private final List<Duration> takeovers = new ArrayList<>();
  private @Nullable Session holder;
  private String who = "";
  private long epoch;

  VirtualLeases(ManualClock clock) {
    this.clock = clock;
  }

  /** One process's connection. */
  final class Session {
    private Instant healthySince = clock.instant();
    private Instant lastHeard = clock.instant();
    private @Nullable Instant silentSince;

    /** The process stands still, is dead, or cannot reach us; its last sign was a while ago. */
    void falls(Duration lastSignBefore) {
      Instant sign = clock.instant().minus(lastSignBefore);
      lastHeard = sign.isAfter(lastHeard) ? sign : lastHeard;
      silentSince = clock.instant();
    }

    /** It is heard of again; false when that is too late. */
    boolean rises() {
      if (hasEnded()) {
        return false;
      }
      if (silentSince != null) {
        silentSince = null;
        healthySince = clock.instant();
      }
      lastHeard = clock.instant();
      return true;
    }

    private boolean hasEnded() {
      return silentSince != null && !clock.instant().isBefore(end());
    }

    private Instant end() {
      long millis = lastHeard.plus(SESSION).toEpochMilli();
      return Instant.ofEpochMilli((millis / TICK_MILLIS + 1) * TICK_MILLIS);
    }
  }

  /** The latest epoch that was given. */
  long epoch() {
    return epoch;
  }

  /**
   * How long the cluster was without a leader each time that one fell and another process was well
   * from before then.
   */
  List<Duration> takeovers() {
    return takeovers;
  }

  private @Nullable Session holder() {
    Session now = holder;
    return now == null || now.hasEnded() ? null : now;
  }

  Optional<Holder> who() {
    return holder() == null ? Optional.empty() : Optional.of(new Holder(who, "then", epoch));
  }

  /** Gives the claim. */
  Claim take(Session session, String wanting, Clocks clocks, Line line) throws PortException {
    Clocks.Moment asked = clocks.now();
    line.question();
    if (line.session() != session) {
      throw new PortException("the session ended before the question arrived");
    }
    if (holder() != null) {
      throw new AlreadyClaimed(who + " has it.");
    }
    Session before = holder;
    if (before != null && before.silentSince != null && before != session) {
      Instant fell = before.silentSince;
      if (session.healthySince.isBefore(fell)) {
        takeovers.add(Duration.between(fell, clock.instant()));
      }
    }
    holder = session;
    who = wanting;
    long mine = ++epoch;
    line.answer();
    return new LeasedClaim(new Given(session, mine, line), clocks, asked, mine, SESSION);
  }

  /** How a process speaks to us. */
  interface Line {
    /** Before the question arrives; the process may stand still meanwhile. */
    void question() throws PortException;

    /** Before the process has the answer. */
    void answer();

    /** The session that it has now. */
    Session session();
  }

  private final class Given implements LeasedClaim.Authority {
    private final Session session;
    private final long mine;
    private final Line line;

    Given(Session session, long mine, Line line) {
      this.session = session;
      this.mine = mine;
      this.line = line;
    }

    @Override
    public boolean holds(Duration limit) throws PortException {
      line.question();
      boolean holds = line.session() == session && holder() == session && epoch == mine;
      line.answer();
      return holds;
    }

    @Override
    public void letGo() {
      try {
        line.question();
      } catch (PortException e) {
        return; // it ends by itself
      }
      if (line.session() == session && holder == session && epoch == mine) {
        holder = null;
      }
    }
  }
}
