package io.proteus.core.port;

import java.time.Duration;

/**
 * A claim that an authority ends when it has not heard from the holder for a session's length.
 *
 * <p>The holder relies on it for two thirds of that time, counted from its question and not from
 * the answer. So a process that was stopped, or that cannot reach the authority, stops relying on
 * the claim before another process can have it. While the authority does not answer, the claim
 * counts as not held.
 */
public final class LeasedClaim implements Claim {
  /** An answer that came late is asked for again, in case that it was only late. */
  private static final int ATTEMPTS = 3;

  private final Authority authority;
  private final Clocks clocks;
  private final long epoch;
  private final Duration lease;
  private volatile Clocks.Moment asked;
  private volatile boolean silent;
  private volatile boolean ended;

  /** Keeps the claim, such as a service where the cluster's nodes register. */
  public interface Authority {
    /**
     * Whether this claim is the one that counts. The question is a sign of life of the holder.
     *
     * @throws PortException when there is no answer within the limit
     */
    boolean holds(Duration limit) throws PortException;

    /** Ends the claim, if it still is this one. Never fails: it ends by itself, if need be. */
    void letGo();
  }

  /**
   * A claim that has just been taken.
   *
   * @param asked right before it was taken
   * @param session how long the authority waits for a sign of life
   */
  public LeasedClaim(
      Authority authority, Clocks clocks, Clocks.Moment asked, long epoch, Duration session) {
    this.authority = authority;
    this.clocks = clocks;
    this.asked = asked;
    this.epoch = epoch;
    this.lease = session.multipliedBy(2).dividedBy(3);
  }

  @Override
  public boolean isHeld() {
    if (ended || silent) {
      return false;
    }
    if (clocks.since(asked).compareTo(lease.dividedBy(2)) < 0) {
      return true;
    }
    try {
      confirm();
      return true;
    } catch (ClaimLost e) {
      return false;
    }
  }

  @Override
  public void confirm() throws ClaimLost {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Clocks.Moment now = clocks.now();
      askTheAuthority();
      if (clocks.since(now).compareTo(lease) < 0) {
        asked = now;
        return;
      }
    }
    throw new ClaimLost(
        "The claim of epoch %d: %d answers came after more than %d ms each, so that none can be relied on."
            .formatted(epoch, ATTEMPTS, lease.toMillis()));
  }

  private void askTheAuthority() throws ClaimLost {
    boolean held;
    try {
      held = !ended && authority.holds(lease.dividedBy(2));
    } catch (PortException e) {
      throw new ClaimLost(
          "Whether the claim of epoch %d still holds cannot be told: %s"
              .formatted(epoch, e.getMessage()),
          e);
    }
    if (!held) {
      ended = true;
      throw new ClaimLost("The claim of epoch %d is lost; no further action.".formatted(epoch));
    }
  }

  @Override
  public long epoch() {
    return epoch;
  }

  /** The authority is not heard of, or again. */
  public void heard(boolean again) {
    silent = !again;
  }

  /** The authority has ended it. */
  public void lost() {
    ended = true;
  }

  @Override
  public void close() {
    boolean gone = ended;
    ended = true;
    if (!gone) {
      authority.letGo();
    }
  }
}
