package io.proteus.simulator.run;

import io.proteus.simulator.model.AnswerTimes;
import io.proteus.simulator.run.SimulationResult.OpenLoops;
import io.proteus.simulator.run.SimulationResult.Percentiles;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what happens in a world until its scenario is over, as means over equal spans but for
 * the last, and every resize. What is in flight then is let end, and no run may count more time
 * than another.
 */
final class Curves {
  private final double spanSeconds;
  private final double lastsSeconds;
  private final List<Point> points = new ArrayList<>();
  private Map<String, Double> answeredBefore = Map.of();
  private AnswerTimes timesBefore = new AnswerTimes();
  private double last;
  private double seconds;
  private double answers;
  private double responses;
  private double cpu;
  private double machineSeconds;
  private int steps;
  private int mostNodes;
  private final Resizes resizes;
  private @Nullable Total total;

  /**
   * All until the end.
   *
   * @param answered operations, by tenant
   * @param answers how long they took
   */
  record Total(
      double seconds, Map<String, Double> answered, OpenLoops openLoops, Percentiles answers) {}

  Curves(double spanSeconds, Duration lasts, World world) {
    this.spanSeconds = spanSeconds;
    this.lastsSeconds = lasts.toNanos() / 1e9;
    this.resizes = new Resizes(world.machines());
  }

  void pass(World world) {
    if (total != null) {
      return;
    }
    double step = world.seconds() - seconds;
    seconds = world.seconds();
    machineSeconds += step * world.machines();
    double answered = step * world.clients().totalThroughput();
    answers += answered;
    responses += answered * world.clients().responseSeconds();
    cpu += world.meanCpu();
    steps++;
    mostNodes = Math.max(mostNodes, world.liveNodes());
    // a machine that was lost is no resize, and one that takes its place is
    resizes.see(seconds, world.machines() + world.machinesLost());
    boolean isEnd = seconds >= lastsSeconds;
    if (isEnd || seconds - last >= spanSeconds - 1e-9) {
      point(world);
    }
    if (isEnd) {
      total =
          new Total(
              seconds,
              world.clients().answered(),
              new OpenLoops(
                  world.clients().arrived(), world.clients().refused(), world.clients().timedOut()),
              Percentiles.of(world.clients().answerTimes()));
    }
  }

  /** Only after the scenario is over. */
  Total total() {
    return Objects.requireNonNull(total, "the scenario is not over");
  }

  private void point(World world) {
    Map<String, Double> answered = world.clients().answered();
    Map<String, Double> throughput = new TreeMap<>();
    answered.forEach(
        (tenant, all) ->
            throughput.put(
                tenant, (all - answeredBefore.getOrDefault(tenant, 0.0)) / (seconds - last)));
    points.add(
        new Point(
            seconds,
            throughput,
            answers > 0 ? Double.valueOf(responses / answers * 1000) : null,
            Percentiles.of(world.clients().answerTimes().since(timesBefore)),
            world.clients().waiting(),
            world.liveNodes(),
            world.machines(),
            cpu / steps));
    answeredBefore = answered;
    timesBefore = world.clients().answerTimes().copy();
    last = seconds;
    answers = 0;
    responses = 0;
    cpu = 0;
    steps = 0;
  }

  List<Point> points() {
    return points;
  }

  double nodeHours() {
    return machineSeconds / 3600;
  }

  int mostNodes() {
    return mostNodes;
  }

  Resizes resizes() {
    return resizes;
  }
}
