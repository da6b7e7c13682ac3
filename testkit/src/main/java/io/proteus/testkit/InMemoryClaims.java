package io.proteus.testkit;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Holder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the one claim, for this process only. */
public class InMemoryClaims implements Claiming {
  private final InstantSource clock;
  private @Nullable Held holder;
  private long epoch;

  public InMemoryClaims(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Claim claim(String who) throws AlreadyClaimed {
    return claim(Claimant.of(who));
  }

  @Override
  public synchronized Claim claim(Claimant claimant) throws AlreadyClaimed {
    if (holder != null) {
      throw new AlreadyClaimed(
          "%s has held the cluster since %s; end it first."
              .formatted(holder.claimant, holder.since));
    }
    holder = new Held(claimant, clock.instant(), ++epoch);
    return holder;
  }

  @Override
  public synchronized Optional<Holder> holder() {
    return Optional.ofNullable(holder)
        .map(
            held ->
                new Holder(
                    held.claimant.who(), held.since.toString(), held.epoch, held.claimant.url()));
  }

  public synchronized void expire() {
    holder = null;
  }

  synchronized void forget() {
    holder = null;
    epoch = 0;
  }

  private synchronized boolean isHolder(Held claim) {
    return holder == claim;
  }

  private synchronized void release(Held claim) {
    if (holder == claim) {
      holder = null;
    }
  }

  private final class Held implements Claim {
    private final Claimant claimant;
    private final Instant since;
    private final long epoch;

    Held(Claimant claimant, Instant since, long epoch) {
      this.claimant = claimant;
      this.since = since;
      this.epoch = epoch;
    }

    @Override
    public void confirm() throws ClaimLost {
      if (!isHeld()) {
        throw new ClaimLost("%s does not hold the cluster any more.".formatted(claimant));
      }
    }

    @Override
    public long epoch() {
      return epoch;
    }

    @Override
    public boolean isHeld() {
      return isHolder(this);
    }

    @Override
    public void close() {
      release(this);
    }
  }
}
