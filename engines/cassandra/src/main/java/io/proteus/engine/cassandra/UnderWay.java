package io.proteus.engine.cassandra;

import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one order that runs in the background, and how those before it failed. Failures are noted in
 * a file, so that whoever looks later is told of them.
 */
final class UnderWay {
  private static final String FAILED = "failed.";

  /** What stays noted of a join or a token's move where the Proteus that ordered it is no more. */
  static final String BROKE_OFF =
      "Proteus ended before what it took over was cleaned up on its former owners. Run `nodetool cleanup` there; the next node that joins, or token that moves, makes up for it, too";

  /** What stays noted of a join after which another was to come. */
  static final String LEFT_TO_THE_NEXT =
      "its cleanup was left to the join after it, which has not made up for it";

  /** What stays noted of a change of which not every node could be asked in time. */
  static final String LEFT_UNDONE =
      "its cleanup was left, as not every node could be asked whether it knows of it";

  /** What stays noted of a join by which no data came, and holds back every cleanup. */
  static final String EMPTY =
      "it was not seen to take its data over, as a node does not that is a seed of its own or has auto_bootstrap: false. Its former owners alone may have what it should hold, so nothing is cleaned up. Have it leave again (`nodetool decommission`), and join with other seeds";

  /** What is refused is refused within so long. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private static final long BETWEEN_LOOKS_MILLIS = 50;

  private final AtomicReference<@Nullable String> order = new AtomicReference<>();
  private final Notes notes;

  UnderWay(Notes notes) {
    this.notes = notes;
  }

  Optional<String> order() {
    return Optional.ofNullable(order.get());
  }

  boolean is(String what) {
    return what.equals(order.get());
  }

  /** Tells once how an order failed that is given again. */
  void refuseFailed(String what) throws PortException {
    String failure = failures().get(what);
    if (failure != null && !isLeftOver(failure)) {
      if (!failure.equals(EMPTY)) {
        note(what, null);
      }
      throw new PortException("%s failed: %s".formatted(what, failure));
    }
  }

  void begin(String what) throws PortException {
    String other = order.compareAndExchange(null, what);
    if (other != null) {
      throw new PortException("%s waits: \"%s\" is not done.".formatted(what, other));
    }
    if (isCleanedUpAfter(what)) {
      try { // until it has ended, as nobody notes the end of a process
        note(what, what.startsWith(RingOrders.JOIN) ? EMPTY : BROKE_OFF);
      } catch (PortException e) {
        order.set(null);
        throw e;
      }
    }
  }

  /** Whether this tells of what is left to clean up, and of no failure. */
  static boolean isLeftOver(String noted) {
    return noted.equals(BROKE_OFF) || noted.equals(LEFT_TO_THE_NEXT) || noted.equals(LEFT_UNDONE);
  }

  /** A node that joins was seen to take its data over, so that what follows may be finished. */
  void isFilled(String join) {
    try {
      note(join, BROKE_OFF);
    } catch (PortException e) {
      // the folder of claims is gone, which the next claim tells
    }
  }

  /** Nodes that have joined without being seen to take their data over. */
  Set<String> empty() throws PortException {
    return failures().entrySet().stream()
        .filter(failed -> failed.getValue().equals(EMPTY))
        .map(failed -> failed.getKey().substring(RingOrders.JOIN.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Nothing is left to tell of how a node joined that is gone. */
  void hasLeft(String node) throws PortException {
    if (empty().contains(node)) {
      note(RingOrders.JOIN + node, null);
    }
  }

  /** Waits for a moment, and tells how an order failed that failed at once. */
  void refuseEarly(String what) throws PortException {
    Instant until = Instant.now().plus(AT_ONCE);
    try {
      while (is(what) && Instant.now().isBefore(until)) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!is(what)) {
      refuseFailed(what);
    }
  }

  /**
   * The order has ended.
   *
   * @param failure or what is left to clean up; null where there is neither
   */
  void end(String what, @Nullable String failure) {
    try {
      note(what, failure);
    } catch (PortException e) {
      // the folder of claims is gone, which the next claim tells
    } finally {
      order.set(null);
    }
  }

  private void note(String what, @Nullable String failure) throws PortException {
    notes.change(
        all -> {
          if (failure == null) {
            all.remove(FAILED + what);
          } else {
            all.put(FAILED + what, failure);
          }
          return all;
        });
  }

  /** A node that has joined and was cleaned up after makes up for what was left before. */
  void allIsCleanedUp() throws PortException {
    notes.change(
        all -> {
          all.keySet()
              .removeIf(
                  key ->
                      key.startsWith(FAILED) && isCleanedUpAfter(key.substring(FAILED.length())));
          return all;
        });
  }

  /** Whether a cleanup was left that did not fail. */
  boolean isLeftToDo() throws PortException {
    return failures().values().stream().anyMatch(UnderWay::isLeftOver);
  }

  /** What was left is seen to by the order that is under way. */
  void isTakenOver() throws PortException {
    notes.change(
        all -> {
          all.entrySet()
              .removeIf(
                  note ->
                      note.getKey().startsWith(FAILED)
                          && isLeftOver(note.getValue())
                          && !is(note.getKey().substring(FAILED.length())));
          return all;
        });
  }

  /** Whether what was taken over in an earlier join or move is still on its former owners. */
  boolean isLeftToCleanUp() throws PortException {
    return failures().keySet().stream().anyMatch(UnderWay::isCleanedUpAfter);
  }

  private static boolean isCleanedUpAfter(String what) {
    return what.startsWith(RingOrders.JOIN)
        || what.startsWith(RingOrders.MOVE)
        || what.equals(RingOrders.CLEAN_UP);
  }

  /** By order. */
  Map<String, String> failures() throws PortException {
    Map<String, String> failures = new TreeMap<>();
    notes
        .read()
        .forEach(
            (key, value) -> {
              if (key.startsWith(FAILED)) {
                failures.put(key.substring(FAILED.length()), value);
              }
            });
    return failures;
  }
}
