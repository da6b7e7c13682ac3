package io.proteus.engine.redis;

import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A claim that stops a move before one of its orders. */
final class StoppingClaim implements Claim {
  private final int order;
  private final boolean goesOn;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private int asked;

  private StoppingClaim(int order, boolean goesOn) {
    this.order = order;
    this.goesOn = goesOn;
  }

  /** Cuts off for good what asks for an order, from this one on; the first is 1. */
  static StoppingClaim cutBefore(int order) {
    return new StoppingClaim(order, false);
  }

  /** Holds up what asks for this order until it is released. */
  static StoppingClaim holdBefore(int order) {
    return new StoppingClaim(order, true);
  }

  void awaitReached() throws InterruptedException {
    if (!reached.await(30, TimeUnit.SECONDS)) {
      throw new AssertionError("the move never came to order " + order);
    }
  }

  void release() {
    released.countDown();
  }

  synchronized int asked() {
    return asked;
  }

  private synchronized boolean isNow() {
    asked++;
    return goesOn ? asked == order : asked >= order;
  }

  @Override
  public boolean isHeld() {
    return true;
  }

  @Override
  public void confirm() throws ClaimLost {
    if (isNow()) {
      reached.countDown();
      if (!goesOn) {
        throw new ClaimLost("cut off before order " + order);
      }
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new ClaimLost("interrupted");
      }
    }
  }

  @Override
  public long epoch() {
    return 1;
  }

  @Override
  public void close() {}
}
