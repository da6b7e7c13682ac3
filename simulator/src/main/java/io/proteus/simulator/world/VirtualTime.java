package io.proteus.simulator.world;

import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import java.time.Duration;
import java.time.Instant;

/** The clock of a simulated world: whoever sleeps lets the world go on. */
public final class VirtualTime implements Time {
  private final World world;
  private final StopSignal stop;

  public VirtualTime(World world, StopSignal stop) {
    this.world = world;
    this.stop = stop;
  }

  @Override
  public Instant now() {
    return world.now();
  }

  @Override
  public void sleep(Duration duration) {
    world.advance(duration);
    if (world.isOver()) {
      stop.request();
    }
  }
}
