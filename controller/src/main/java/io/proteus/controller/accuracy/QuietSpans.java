package io.proteus.controller.accuracy;

import io.proteus.core.plan.prediction.Service;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Learns how much a load changes by itself: from spans in which no plan ran, as far apart as the
 * prediction of a plan and its judgement. A plan is seen beside such changes, so that its interval
 * is no narrower than they are. What was seen outlives the process; the span under way does not.
 */
public final class QuietSpans {
  /** A span that took so many times as long, for nobody looked, tells of another time. */
  private static final int TIMES_AS_LONG = 2;

  private final Duration period;
  private @Nullable Beginning beginning;

  private record Beginning(Instant at, @Nullable Instant lastAction, int nodes, Service service) {}

  /**
   * @param period from sample to sample
   */
  public QuietSpans(Duration period) {
    this.period = period;
  }

  /**
   * What is known after this sample.
   *
   * @param cooldown from an action to its judgement
   */
  public Calibration learn(Situation now, Duration cooldown) {
    Calibration before = now.memory().calibration();
    if (!now.windowFull()) {
      return before;
    }
    Beginning begun = beginning;
    if (begun == null || !isOfOneSpan(begun, now)) {
      beginning = begun(now);
      return before;
    }
    Duration passed = Duration.between(begun.at(), now.now());
    Duration apart = apart(now, cooldown);
    if (passed.compareTo(apart) < 0) {
      return before;
    }
    Beginning next = begun(now);
    beginning = next;
    boolean isSeen = passed.compareTo(apart.multipliedBy(TIMES_AS_LONG)) <= 0;
    return isSeen ? learned(before, begun.service(), next.service()) : before;
  }

  private static Beginning begun(Situation now) {
    return new Beginning(
        now.now(), now.lastAction(), now.topology().nodes().size(), Service.of(now));
  }

  /** Whether nothing was done since, and no node came or went. */
  private static boolean isOfOneSpan(Beginning begun, Situation now) {
    return Objects.equals(begun.lastAction(), now.lastAction())
        && begun.nodes() == now.topology().nodes().size()
        && !now.now().isBefore(begun.at());
  }

  /** Two windows that share a sample would look alike. */
  private Duration apart(Situation now, Duration cooldown) {
    Duration window = period.multipliedBy(now.samples());
    return cooldown.compareTo(window) > 0 ? cooldown : window;
  }

  private static Calibration learned(Calibration before, Service then, Service now) {
    return before.withQuiet(
        with(before.quietOfThroughput(), then.throughput(), now.throughput()),
        with(before.quietOfLatency(), then.latencyMs(), now.latencyMs()));
  }

  /** A span without a plan is one with a plan that betters nothing. */
  private static Evidence with(Evidence before, @Nullable Double then, @Nullable Double now) {
    return then == null || now == null || then <= 0 || now <= 0
        ? before
        : before.with(0, then, now);
  }
}
