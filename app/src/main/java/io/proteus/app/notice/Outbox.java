package io.proteus.app.notice;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RateLimiter;
import dev.failsafe.RetryPolicy;
import io.proteus.controller.configuration.NotificationSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends notices on a thread of its own, so that no loop waits for a mail server. What does not
 * arrive is tried again, within a bound; what is too much is counted, and the next notice says so.
 */
final class Outbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final int MOST_WAITING = 100;
  private static final int RETRIES = 4;
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);

  /** How long an end waits for what is still to be sent. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  /** Notices, and nothing where the thread is only to see that all is ending. */
  private final BlockingQueue<Optional<Notice>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

  private final List<Channel> channels;
  private final RateLimiter<Object> limiter;
  private final RetryPolicy<Object> retries;
  private final AtomicLong unsent = new AtomicLong();
  private final Thread thread;
  private volatile boolean ending;

  /**
   * @param firstDelay before the second attempt; doubled before each further one
   */
  Outbox(List<Channel> channels, int perHour, Duration firstDelay) {
    this.channels = List.copyOf(channels);
    this.limiter = RateLimiter.burstyBuilder(perHour, Duration.ofHours(1)).build();
    this.retries =
        RetryPolicy.builder()
            .withMaxRetries(RETRIES)
            .withBackoff(firstDelay, LONGEST_DELAY.plus(firstDelay))
            .abortOn(InterruptedException.class)
            .build();
    this.thread = new Thread(this::run, "notices");
    thread.setDaemon(true);
    thread.start();
  }

  static Outbox of(NotificationSettings settings) {
    List<Channel> channels = new ArrayList<>();
    settings.webhook().map(HttpChannel::webhook).ifPresent(channels::add);
    settings.slack().map(HttpChannel::slack).ifPresent(channels::add);
    settings.mail().map(MailChannel::new).ifPresent(channels::add);
    return new Outbox(channels, settings.perHour(), Duration.ofSeconds(1));
  }

  /** Never waits. */
  void add(Notice notice) {
    if (channels.isEmpty()) {
      return;
    }
    if (!limiter.tryAcquirePermit()) {
      unsent.incrementAndGet();
      return;
    }
    long others = unsent.getAndSet(0);
    Notice told =
        others == 0
            ? notice
            : notice.saying(" (%d notices before were not sent)".formatted(others));
    if (!waiting.offer(Optional.of(told))) {
      unsent.addAndGet(others + 1);
    }
  }

  private void run() {
    try {
      while (!ending || !waiting.isEmpty()) {
        waiting.take().ifPresent(next -> channels.forEach(channel -> send(channel, next)));
      }
    } catch (InterruptedException e) {
      LOG.debug("{} notices were not sent", waiting.size());
    }
  }

  private void send(Channel channel, Notice notice) {
    try {
      Failsafe.with(retries).run(() -> channel.send(notice));
    } catch (FailsafeException e) {
      LOG.warn(
          "{} could not be told by {} that {}: {}",
          notice.cluster(),
          channel.name(),
          notice.title(),
          String.valueOf(e.getCause()));
      if (e.getCause() instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    } catch (RuntimeException | Error e) { // else nothing would be told any more
      LOG.warn("{} cannot be used for notices: {}", channel.name(), e.getMessage());
    }
  }

  @Override
  public void close() {
    ending = true;
    var unused = waiting.offer(Optional.empty()); // in a full queue it is seen without
    try {
      thread.join(LAST_WORDS.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
