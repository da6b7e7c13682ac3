package io.proteus.cloud.kubernetes;

import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.LeasedClaim;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A Lease that was taken. Signs of life are given while it is held, by a thread of its own, and
 * whenever somebody asks whether it still is.
 */
final class LeaseHold implements LeasedClaim.Authority {
  /**
   * A look is as good as another sign for so long. Moves ask many times a second, and each sign is
   * a write for the API server. Who relies on a look for two thirds of a session is done well
   * before a session after the last sign.
   */
  private static final Duration LOOK_SUFFICES = Duration.ofSeconds(1);

  /** How often a sign is given again where somebody else changed the Lease meanwhile. */
  private static final int ATTEMPTS = 3;

  private final LeaseApi api;
  private final Clocks clocks;
  private final String identity;
  private final Runnable abandoned;
  private final Object writing;
  private final ScheduledExecutorService beat =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "kubernetes-claim");
            thread.setDaemon(true);
            return thread;
          });
  private ClaimLease last;
  private Clocks.Moment sign;

  /**
   * @param asked right before it was taken
   * @param taken the Lease since then
   * @param writing held by whoever of this process changes the Lease
   * @param abandoned told where it is relied on no more and could not be let go
   */
  LeaseHold(
      LeaseApi api,
      Clocks clocks,
      Clocks.Moment asked,
      ClaimLease taken,
      Object writing,
      Runnable abandoned) {
    this.api = api;
    this.clocks = clocks;
    this.sign = asked;
    this.last = taken;
    this.identity = taken.identity();
    this.writing = writing;
    this.abandoned = abandoned;
  }

  /** Keeps it until it is let go or lost. */
  synchronized Claim begin(Duration betweenSigns) {
    LeasedClaim claim =
        new LeasedClaim(this, clocks, sign, last.epoch(), last.session(LeaseClaims.SESSION));
    beat.scheduleWithFixedDelay(
        () -> giveASign(claim),
        betweenSigns.toMillis(),
        betweenSigns.toMillis(),
        TimeUnit.MILLISECONDS);
    return claim;
  }

  private static void giveASign(LeasedClaim claim) {
    try {
      claim.confirm();
    } catch (ClaimLost e) {
      // whoever acts asks for it again, and is told
    }
  }

  @Override
  public synchronized boolean holds(Duration limit) throws PortException {
    Clocks.Moment asked = clocks.now();
    if (clocks.since(sign).compareTo(LOOK_SUFFICES) < 0) {
      return isStillOurs();
    }
    synchronized (writing) {
      return givesASign(asked, limit);
    }
  }

  private boolean givesASign(Clocks.Moment asked, Duration limit) throws PortException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Clocks.Moment given = clocks.now();
      Optional<ClaimLease> renewed = api.update(last.renewed(now()));
      if (renewed.isPresent()) {
        last = renewed.get();
        sign = given;
        return true;
      }
      if (!isStillOurs()) {
        return false;
      }
      if (clocks.since(asked).compareTo(limit) > 0) {
        throw new PortException("%s: no answer within %d ms.".formatted(api, limit.toMillis()));
      }
    }
    throw new PortException(
        "%s was changed by somebody else %d times while Proteus gave a sign of life."
            .formatted(api, ATTEMPTS));
  }

  private boolean isStillOurs() throws PortException {
    Optional<ClaimLease> found = api.find().filter(now -> now.isHeldBy(identity));
    if (found.isEmpty()) {
      beat.shutdown();
      return false;
    }
    last = found.get();
    return true;
  }

  @Override
  public synchronized void letGo() {
    beat.shutdown();
    try {
      synchronized (writing) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
          if (api.update(last.letGo(now())).isPresent() || !isStillOurs()) {
            return;
          }
        }
      }
    } catch (PortException e) {
      // it ends by itself
    }
    abandoned.run();
  }

  private Instant now() {
    return Instant.ofEpochMilli(clocks.ofDay().getAsLong());
  }
}
