package io.proteus.testkit;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Who holds the one claim. */
final class InMemoryClaims {
  private @Nullable Held holder;

  synchronized Claim claim(String who, Instant now) throws AlreadyClaimed {
    if (holder != null) {
      throw new AlreadyClaimed(
          "%s has held the cluster since %s; end it first.".formatted(holder.who, holder.since));
    }
    holder = new Held(who, now);
    return holder;
  }

  synchronized void expire() {
    holder = null;
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
    private final String who;
    private final Instant since;

    Held(String who, Instant since) {
      this.who = who;
      this.since = since;
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
