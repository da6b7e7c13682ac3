package io.proteus.engine.cassandra;

import io.proteus.core.port.PortException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The one order that runs in the background, and how those before it failed. */
final class UnderWay {
  private final AtomicReference<@Nullable String> order = new AtomicReference<>();
  private final Map<String, String> failures = new ConcurrentHashMap<>();

  Optional<String> order() {
    return Optional.ofNullable(order.get());
  }

  boolean is(String what) {
    return what.equals(order.get());
  }

  /** Tells once how an order failed that is given again. */
  void refuseFailed(String what) throws PortException {
    String failure = failures.remove(what);
    if (failure != null) {
      throw new PortException("%s failed: %s".formatted(what, failure));
    }
  }

  void begin(String what) throws PortException {
    String other = order.compareAndExchange(null, what);
    if (other != null) {
      throw new PortException("%s waits: \"%s\" is not done.".formatted(what, other));
    }
  }

  /**
   * The order has ended.
   *
   * @param failure null where there was none
   */
  void end(String what, @Nullable String failure) {
    if (failure != null) {
      failures.put(what, failure);
    }
    order.set(null);
  }

  Map<String, String> failures() {
    return Map.copyOf(failures);
  }
}
