package io.proteus.app.server;

import io.javalin.http.sse.SseClient;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Server-sent events. Whoever publishes never waits: each listener has a queue and a thread of its
 * own, and one that does not keep up is let go, to ask anew for what is.
 */
final class Events implements AutoCloseable {
  /** A long plan's steps in a few seconds; a listener that is further behind will not catch up. */
  private static final int MOST_WAITING = 256;

  /** How long closing waits for a stream whose client does not read. */
  private static final Duration ENDING = Duration.ofSeconds(2);

  /** Shorter than proxies wait, so that a quiet stream stays open. */
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(15);

  /** Who shows no token has this share of the places, and gives way to who shows one. */
  private static final int SHARE_WITHOUT_TOKEN = 4;

  /** Whether a listener may still listen is looked at no more often, however much happens. */
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);

  private final int mostListeners;
  private final Words words;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile boolean closed;

  /**
   * Events of a cluster.
   *
   * @param words of its store
   */
  Events(int mostListeners, Words words) {
    this.words = words;
    this.mostListeners = mostListeners;
  }

  private record Event(long number, String kind, String json) {}

  /** Tells all listeners; does not wait for them. */
  void publish(String kind, Object body) {
    if (!listeners.isEmpty()) {
      Event event = new Event(numbers.incrementAndGet(), kind, CoreJson.text(body, words));
      listeners.forEach(listener -> listener.offer(event));
    }
  }

  /**
   * Whether one more may listen.
   *
   * @param known whether that one showed a token
   */
  boolean hasRoom(boolean known) {
    long unknown = listeners.stream().filter(listener -> !listener.known).count();
    return !closed
        && (known
            ? listeners.size() - unknown < mostListeners
            : listeners.size() < mostListeners
                && unknown < Math.max(1, mostListeners / SHARE_WITHOUT_TOKEN));
  }

  /**
   * Keeps the client and tells it first what is now.
   *
   * @param known whether it showed a token; if so, one that showed none makes room where need be
   * @param stillMay asked again and again; the stream ends when it may not
   */
  synchronized void listen(
      SseClient client, boolean known, BooleanSupplier stillMay, String kind, Object now) {
    client.keepAlive();
    if (known && listeners.size() >= mostListeners) {
      listeners.stream().filter(other -> !other.known).findFirst().ifPresent(Listener::end);
    }
    Listener listener = new Listener(client, known, stillMay);
    listeners.add(listener);
    client.onClose(listener::end);
    listener.offer(new Event(numbers.get(), kind, CoreJson.text(now, words)));
    listener.start();
  }

  @Override
  public void close() {
    closed = true;
    List<Listener> ending = List.copyOf(listeners);
    ending.forEach(Listener::end);
    ending.forEach(Listener::awaitEnd);
  }

  /** One stream. */
  private final class Listener {
    private final SseClient client;
    private final boolean known;
    private final BlockingQueue<Event> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Thread thread = new Thread(this::send, "events");
    private final BooleanSupplier stillMay;
    private long checkedNanos = System.nanoTime();

    Listener(SseClient client, boolean known, BooleanSupplier stillMay) {
      this.client = client;
      this.known = known;
      this.stillMay = stillMay;
    }

    void start() {
      thread.setDaemon(true);
      thread.start();
    }

    void offer(Event event) {
      if (!queue.offer(event)) {
        end();
      }
    }

    void end() {
      if (listeners.remove(this)) {
        thread.interrupt();
      }
    }

    /**
     * A stream that is closed once the server has taken its request away is tried to be closed
     * again and again, by the server's library, on one core.
     */
    void awaitEnd() {
      boolean interrupted = Thread.interrupted();
      try {
        thread.join(ENDING.toMillis());
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private void send() {
      try {
        while (listeners.contains(this)) {
          Event event = queue.poll(BETWEEN_SIGNS.toMillis(), TimeUnit.MILLISECONDS);
          if (!mayStillListen()) {
            return;
          }
          if (event == null) {
            client.sendComment("still here");
          } else {
            client.sendEvent(event.kind(), event.json(), Long.toString(event.number()));
          }
          if (client.terminated()) {
            end();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        listeners.remove(this);
        client.close();
      }
    }

    /** Before anything more is said. */
    private boolean mayStillListen() {
      long now = System.nanoTime();
      if (now - checkedNanos < BETWEEN_CHECKS.toNanos()) {
        return true;
      }
      checkedNanos = now;
      return stillMay.getAsBoolean();
    }
  }
}
