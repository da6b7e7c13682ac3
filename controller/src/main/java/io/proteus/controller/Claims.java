package io.proteus.controller;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sole right to act on a cluster, claimed anew when it was lost. May be looked after by a
 * second thread, so that it is known in time who leads while the first waits for the cluster.
 */
public final class Claims implements AutoCloseable {
  private final Claiming claiming;
  private final Claimant claimant;
  private final boolean standsBy;
  private @Nullable Claim held;
  private boolean acting;
  private boolean closed;
  private volatile Leadership leadership = Leadership.UNKNOWN;

  private Claims(Claiming claiming, Claimant claimant, boolean standsBy) {
    this.claiming = claiming;
    this.claimant = claimant;
    this.standsBy = standsBy;
  }

  /**
   * Claims the cluster.
   *
   * @param who shown to whoever comes second
   * @throws AlreadyClaimed when another Proteus holds it
   */
  public static Claims first(Claiming claiming, String who) throws PortException {
    Claims claims = new Claims(claiming, Claimant.of(who), false);
    claims.claim();
    return claims;
  }

  /** Claims the cluster as soon as it is free; until then this Proteus stands by. */
  public static Claims whenFree(Claiming claiming, Claimant claimant) {
    return new Claims(claiming, claimant, true);
  }

  /** Whether it is in order that another holds the cluster. */
  boolean standsBy() {
    return standsBy;
  }

  /** How it was when last looked at; never waits. */
  public Leadership leadership() {
    return leadership;
  }

  /**
   * The claim that holds, which may be a new one.
   *
   * @throws AlreadyClaimed when another Proteus holds it
   */
  public synchronized Claim claim() throws PortException {
    Claim now = held;
    if (now != null && now.isHeld()) {
      leadership = new Leadership(true, now.epoch(), null, null);
      return now;
    }
    if (now != null) {
      now.close();
    }
    try {
      if (closed) {
        throw new PortException("Proteus is ending and claims nothing any more.");
      }
      Claim taken = claiming.claim(claimant);
      held = taken;
      leadership = new Leadership(true, taken.epoch(), null, null);
      return taken;
    } catch (AlreadyClaimed e) {
      leadership = new Leadership(false, leadership.epoch(), other().orElse(null), null);
      throw e;
    } catch (PortException e) {
      leadership = new Leadership(false, leadership.epoch(), null, e.getMessage());
      throw e;
    }
  }

  private Optional<Holder> other() throws PortException {
    return claiming.holder();
  }

  /** From here on this claim is used, and no other takes its place. */
  synchronized Claim begin() throws PortException {
    Claim claim = claim();
    acting = true;
    return claim;
  }

  /** Ends the use of the claim. */
  synchronized void end() {
    acting = false;
  }

  /** Takes the claim if it is free, and notices when it was lost. */
  public synchronized void look() {
    Claim now = held;
    try {
      if (acting && now != null) {
        boolean holds = now.isHeld();
        leadership = new Leadership(holds, now.epoch(), holds ? null : other().orElse(null), null);
      } else if (now != null && now.isHeld()) {
        leadership = new Leadership(true, now.epoch(), null, null);
      } else {
        Optional<Holder> other = other(); // a question is cheaper than an attempt
        if (other.isEmpty()) {
          claim();
        } else {
          leadership = new Leadership(false, leadership.epoch(), other.get(), null);
        }
      }
    } catch (PortException e) {
      if (!(e instanceof AlreadyClaimed)) {
        leadership = new Leadership(false, leadership.epoch(), null, e.getMessage());
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    Claim now = held;
    if (now != null) {
      now.close();
    }
    leadership = new Leadership(false, leadership.epoch(), null, null);
  }
}
