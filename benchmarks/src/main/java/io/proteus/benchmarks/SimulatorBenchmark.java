package io.proteus.benchmarks;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Twelve hours of virtual time of 10 nodes with 30 partitions under a changing load; 43,200 s over
 * what it took is how much faster than the clock the simulator is.
 */
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 7)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx1g", "-XX:+UseSerialGC"})
public class SimulatorBenchmark {
  private static final String SCENARIO =
      """
      name: speed
      lasts: 12h
      nodes: 10
      tenants:
        - {name: shop, operations: {read: 0.6, update: 0.4}, clients: 200, rate: 12000, shares: 20, load: [{curve: sinusoid, mean: 0.7, amplitude: 0.3, period: 3h}]}
        - {name: search, operations: {scan: 1}, clients: 20, rate: 100, shares: 10}
      proteus:
        nodes: {min: 4, max: 14}
      """;

  @Param({"none", "met", "target", "forecast"})
  public String strategy;

  private Scenario scenario;
  private long seed;

  @Setup
  public void read() throws InvalidConfiguration {
    scenario = ScenarioFile.parse("speed", SCENARIO);
  }

  @Benchmark
  public SimulationResult simulate() throws InvalidConfiguration {
    return Simulation.run(scenario, strategy, ++seed);
  }
}
