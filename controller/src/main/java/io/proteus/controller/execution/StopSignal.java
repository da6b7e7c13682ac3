package io.proteus.controller.execution;

import org.jspecify.annotations.Nullable;

/** An operator's wish that it end, at the next moment at which that leaves nothing half done. */
public final class StopSignal {
  private final @Nullable StopSignal wider;
  private volatile boolean requested;

  public StopSignal() {
    this(null);
  }

  private StopSignal(@Nullable StopSignal wider) {
    this.wider = wider;
  }

  /** A signal for a part of what this one ends: it is requested with this one, or alone. */
  public StopSignal narrower() {
    return new StopSignal(this);
  }

  public void request() {
    requested = true;
  }

  /** Clears the signal; the wider signal stays as it is. */
  public void clear() {
    requested = false;
  }

  public boolean isRequested() {
    return requested || (wider != null && wider.isRequested());
  }

  /**
   * Whether it is only because the whole is to end. Where somebody wanted the part that this signal
   * is for to end as well, that counts: it is not to be gone on with when the whole begins anew.
   */
  public boolean endsAll() {
    return wider == null ? requested : !requested && wider.endsAll();
  }
}
