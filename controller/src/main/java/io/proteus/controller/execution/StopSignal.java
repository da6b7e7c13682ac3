package io.proteus.controller.execution;

/** An operator's wish that it end, at the next moment at which that leaves nothing half done. */
public final class StopSignal {
  private volatile boolean requested;

  public void request() {
    requested = true;
  }

  public boolean isRequested() {
    return requested;
  }
}
