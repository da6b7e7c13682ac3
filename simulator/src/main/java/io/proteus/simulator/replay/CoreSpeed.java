package io.proteus.simulator.replay;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.replay.Replay.Fitted;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Recording;
import io.proteus.simulator.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Fits the speed of the simulated cores to the CPU that was recorded: with as fast machines as in
 * MeT's paper, a cluster of small ones would seem to have nothing to do.
 */
final class CoreSpeed {
  /** The CPU is nearly in proportion to 1 / speed, so a few steps are enough. */
  private static final int STEPS = 3;

  /** Nobody needs more than this to see how busy nodes are. */
  private static final Duration ENOUGH = Duration.ofHours(12);

  private static final double SLOWEST = 0.01;
  private static final double FASTEST = 100;
  private static final double NEAR = 0.02;

  private CoreSpeed() {}

  static Fitted fit(Scenario scenario, Recording recording, Past past) throws InvalidConfiguration {
    Duration span = scenario.lasts().compareTo(ENOUGH) < 0 ? scenario.lasts() : ENOUGH;
    OptionalDouble seen =
        past.telling().stream()
            .filter(look -> past.since(look.at()).compareTo(span) <= 0 && look.cpu().isPresent())
            .mapToDouble(look -> look.cpu().orElse(0))
            .average();
    if (seen.isEmpty() || seen.getAsDouble() == 0) {
      return new Fitted(
          scenario,
          List.of(
              "The CPU of no node was recorded, so the speed of the cores is assumed: hardware.coreSpeed %s."
                  .formatted(scenario.hardware().coreSpeed())));
    }
    Scenario fitted = scenario;
    double cpu = 0;
    for (int step = 0; step < STEPS; step++) {
      SimulationResult run =
          Simulation.replay(lasting(fitted, span), recording, Simulation.NOBODY, 1);
      cpu = run.points().stream().mapToDouble(Point::cpu).average().orElse(0);
      double times = cpu / seen.getAsDouble();
      if (Math.abs(times - 1) < NEAR) {
        break;
      }
      double speed = fitted.hardware().coreSpeed() * times;
      fitted = with(fitted, Math.max(SLOWEST, Math.min(FASTEST, speed)));
    }
    return new Fitted(
        fitted,
        List.of(
            String.format(
                Locale.ROOT,
                "The speed of the cores was fitted: with hardware.coreSpeed %.2f the simulated"
                    + " nodes, as it was, are at %.0f %% CPU on average; %.0f %% was recorded.",
                fitted.hardware().coreSpeed(),
                100 * cpu,
                100 * seen.getAsDouble())));
  }

  private static Scenario with(Scenario scenario, double speed) {
    Hardware old = scenario.hardware();
    return rebuilt(
        scenario,
        scenario.lasts(),
        new Hardware(
            old.cores(),
            speed,
            old.heap(),
            old.handlers(),
            old.oneStreamAFile(),
            old.pageCacheShare(),
            old.diskReadsPerSecond(),
            old.diskBytesPerSecond(),
            old.networkBytesPerSecond()));
  }

  private static Scenario lasting(Scenario scenario, Duration lasts) {
    return rebuilt(scenario, lasts, scenario.hardware());
  }

  private static Scenario rebuilt(Scenario scenario, Duration lasts, Hardware hardware) {
    return new Scenario(
        scenario.name(),
        scenario.description(),
        lasts,
        scenario.nodes(),
        scenario.store(),
        hardware,
        scenario.memory(),
        scenario.blockSize(),
        scenario.layout(),
        scenario.online(),
        scenario.balancer(),
        scenario.ring(),
        scenario.cloud(),
        scenario.tenants(),
        scenario.faults(),
        scenario.acts(),
        scenario.proteus());
  }
}
