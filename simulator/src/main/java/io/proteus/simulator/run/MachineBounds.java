package io.proteus.simulator.run;

import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.simulator.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How many machines run, against what {@code nodes.min} and {@code nodes.max} allow. Nobody takes
 * what was there from the start for the sake of a bound, nor brings back the dead; what the cloud
 * starts beyond what it was asked for is to go again.
 */
final class MachineBounds {
  /** Until it has booted, is seen, the last action has settled, and it is gone. */
  private static final double LONGEST_SURPLUS_SECONDS = 45 * 60;

  private final NodeBounds bounds;
  private final double lastsSeconds;
  private final int most;
  private final int least;
  private int mostButForSurplus;
  private int fewestButForCrashes;
  private double withinAt;
  private double longestBeyond;

  MachineBounds(NodeBounds bounds, Duration lasts, World world) {
    this.bounds = bounds;
    this.lastsSeconds = lasts.toNanos() / 1e9;
    this.most = Math.max(world.machines(), bounds.max());
    this.least = Math.min(world.machines(), bounds.min());
    this.mostButForSurplus = world.machines();
    this.fewestButForCrashes = world.machines();
  }

  void pass(World world) {
    if (world.seconds() > lastsSeconds) {
      return;
    }
    int machines = world.machines();
    mostButForSurplus = Math.max(mostButForSurplus, machines - world.surplus());
    fewestButForCrashes = Math.min(fewestButForCrashes, machines + world.crashes());
    if (machines <= most) {
      withinAt = world.seconds();
    }
    longestBeyond = Math.max(longestBeyond, world.seconds() - withinAt);
  }

  /** What was beyond the bounds, in sentences. */
  List<String> incidents() {
    List<String> beyond = new ArrayList<>();
    if (mostButForSurplus > most) {
      beyond.add(
          "%d machines ran, and with nodes.max %d at most %d may"
              .formatted(mostButForSurplus, bounds.max(), most));
    } else if (longestBeyond > LONGEST_SURPLUS_SECONDS) {
      beyond.add(
          "more than %d machines ran for %.0f s, and the surplus is to go within %.0f s"
              .formatted(most, longestBeyond, LONGEST_SURPLUS_SECONDS));
    }
    if (fewestButForCrashes < least) {
      beyond.add(
          "%d machines ran or had died, and with nodes.min %d at least %d have to"
              .formatted(fewestButForCrashes, bounds.min(), least));
    }
    return beyond;
  }
}
