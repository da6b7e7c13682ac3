package io.proteus.app.cluster;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.EngineChoice;
import io.proteus.controller.execution.StoreTime;
import io.proteus.controller.execution.Time;

/** The time on which a cluster lives: its engine's, where that has one of its own. */
public final class ClusterTime {
  private ClusterTime() {}

  /**
   * The cluster's time.
   *
   * @param day how time passes here
   */
  public static Time of(Configuration configuration, Time day) {
    return configuration
        .extensions()
        .chosenEngine()
        .flatMap(EngineChoice::clock)
        .<Time>map(clock -> new StoreTime(clock, day))
        .orElse(day);
  }
}
