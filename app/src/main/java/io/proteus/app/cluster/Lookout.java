package io.proteus.app.cluster;

import io.proteus.core.cluster.Observation;
import io.proteus.core.history.History;
import io.proteus.core.history.Smoothing;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import java.time.InstantSource;
import java.util.Optional;

/** The situation of a cluster, look after look. */
public final class Lookout {
  private final Observer observer;
  private final Smoothing smoothing;
  private final InstantSource clock;
  private final Past past;
  private History history;

  /**
   * @param samples observations that are smoothed
   * @param past what is known from before
   */
  public Lookout(
      Observer observer, int samples, Smoothing smoothing, InstantSource clock, Past past) {
    this.observer = observer;
    this.smoothing = smoothing;
    this.clock = clock;
    this.past = past;
    this.history = History.empty(samples);
  }

  /** Looks once more; the first look has no rates and only begins the first observation. */
  public Observation look() throws PortException {
    Observation seen = observer.look();
    if (!seen.span().isZero()) {
      history = history.with(seen);
    }
    return seen;
  }

  public boolean isFull() {
    return history.isFull();
  }

  /** What the looks so far come to; empty before the second. */
  public Optional<Situation> situation() {
    return Situation.of(clock.instant(), history, smoothing, past.lastAction(), past.memory());
  }
}
