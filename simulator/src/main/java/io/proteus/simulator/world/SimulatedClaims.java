package io.proteus.simulator.world;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Holder;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who holds the simulated store's one claim. A claim ends with the life of its holder. */
final class SimulatedClaims {
  private @Nullable Held current;
  private long epoch;

  Claim claim(String who, Instant now, ControllerLife life) throws AlreadyClaimed {
    Held other = living();
    if (other != null) {
      throw new AlreadyClaimed(
          "%s has held the store since %s; end it first.".formatted(other.who, other.since));
    }
    Held held = new Held(who, now, ++epoch, life);
    current = held;
    return held;
  }

  Optional<Holder> holder() {
    return Optional.ofNullable(living())
        .map(held -> new Holder(held.who, held.since.toString(), held.epoch));
  }

  /** The store does not hear of the holder any more. */
  void expire() {
    current = null;
  }

  private @Nullable Held living() {
    return current == null || current.life.isOver() ? null : current;
  }

  private final class Held implements Claim {
    private final String who;
    private final Instant since;
    private final long epoch;
    private final ControllerLife life;

    Held(String who, Instant since, long epoch, ControllerLife life) {
      this.who = who;
      this.since = since;
      this.epoch = epoch;
      this.life = life;
    }

    @Override
    public boolean isHeld() {
      return living() == this;
    }

    @Override
    public void confirm() throws ClaimLost {
      if (!isHeld()) {
        throw new ClaimLost("%s does not hold the store any more.".formatted(who));
      }
    }

    @Override
    public long epoch() {
      return epoch;
    }

    @Override
    public void close() {
      if (current == this) {
        current = null;
      }
    }
  }
}
