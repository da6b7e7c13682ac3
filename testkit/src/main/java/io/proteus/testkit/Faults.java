package io.proteus.testkit;

import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes calls to an in-memory cluster fail. */
public final class Faults {
  private static final long LONGEST_HANG_SECONDS = 60;

  private final Map<Call, Integer> refusals = new EnumMap<>(Call.class);
  private final Map<Call, Integer> losses = new EnumMap<>(Call.class);
  private final Map<Call, CountDownLatch> hangs = new EnumMap<>(Call.class);
  private final List<CountDownLatch> hanging = new ArrayList<>();
  private final Map<Call, Integer> counts = new EnumMap<>(Call.class);
  private Consumer<Call> hook = call -> {};

  /** The next {@code times} calls of this kind throw, and nothing happens. */
  public synchronized Faults refuseNext(Call call, int times) {
    refusals.put(call, times);
    return this;
  }

  /** The next {@code times} calls of this kind are accepted, and nothing happens. */
  public synchronized Faults loseNext(Call call, int times) {
    losses.put(call, times);
    return this;
  }

  /** The next call of this kind waits until {@link #release}, or a minute. */
  public synchronized Faults hangNext(Call call) {
    hangs.put(call, new CountDownLatch(1));
    return this;
  }

  /** Lets every call go on that hangs. */
  public synchronized Faults release() {
    hanging.forEach(CountDownLatch::countDown);
    hanging.clear();
    return this;
  }

  /** Runs before each call; what it throws, such as an Error for a crash, the caller sees. */
  public synchronized Faults beforeEach(Consumer<Call> newHook) {
    hook = newHook;
    return this;
  }

  /** How many calls of this kind there were, refused ones included. */
  public synchronized int count(Call call) {
    return counts.getOrDefault(call, 0);
  }

  /** Whether the call, which the caller has to be told was accepted, should have its effect. */
  boolean enter(Call call) throws PortException {
    CountDownLatch hang;
    Consumer<Call> before;
    synchronized (this) {
      counts.merge(call, 1, Integer::sum);
      hang = hangs.remove(call);
      if (hang != null) {
        hanging.add(hang);
      }
      before = hook;
    }
    before.accept(call);
    if (hang != null) {
      await(hang);
    }
    synchronized (this) {
      if (takeOne(refusals, call)) {
        throw new PortException("%s was refused, as the test asked for.".formatted(call));
      }
      return !takeOne(losses, call);
    }
  }

  private static void await(CountDownLatch hang) throws PortException {
    try {
      if (!hang.await(LONGEST_HANG_SECONDS, TimeUnit.SECONDS)) {
        throw new PortException("nobody released a call that hangs; see Faults.release.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("interrupted while it hung", e);
    }
  }

  private static boolean takeOne(Map<Call, Integer> budget, Call call) {
    int left = budget.getOrDefault(call, 0);
    if (left > 0) {
      budget.put(call, left - 1);
    }
    return left > 0;
  }
}
