package io.proteus.lab.tuning;

import io.proteus.app.VersionCommand;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.result.Environment;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.CloudModel;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.SimulatedStore;
import io.proteus.simulator.scenario.Tenant;
import io.proteus.workloads.tenant.OperationType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The simulator's capacity model: three nodes under steady load. The model itself repeats exactly;
 * each rate is multiplied by a lognormal error, as repeats on a real cluster differ.
 */
final class SimulatedBed implements TestBed {
  static final int NODES = 3;
  static final ByteSize HEAP = ByteSize.ofMegabytes(2048);

  private static final int REGIONS_PER_NODE = 4;
  private static final double CLIENTS = 60;
  private static final double ROWS = 12_000_000;
  private static final ByteSize ROW = ByteSize.ofBytes(1000);
  private static final double ROWS_OF_A_SCAN = 50;
  private static final double HOT_DATA = 0.3;
  private static final double HOT_REQUESTS = 0.8;
  private static final Duration LASTS = Duration.ofMinutes(20);
  private static final double MEASURED_SECONDS = 300;
  private static final int CORES = 2;

  private final BenchWorkload workload;
  private final double noise;
  private final long seed;

  /** What the model said of settings so far: it says the same again. */
  private final Map<Map<String, String>, Double> modelled;

  /**
   * @param noise standard deviation of the logarithm of a rate, 0.03 is about 3 %
   * @param seed of the noise
   */
  SimulatedBed(BenchWorkload workload, double noise, long seed) {
    this(workload, noise, seed, new ConcurrentHashMap<>());
  }

  private SimulatedBed(
      BenchWorkload workload, double noise, long seed, Map<Map<String, String>, Double> modelled) {
    this.workload = workload;
    this.noise = noise;
    this.seed = seed;
    this.modelled = modelled;
  }

  /** The same cluster with other noise. */
  SimulatedBed with(double otherNoise, long otherSeed) {
    return new SimulatedBed(workload, otherNoise, otherSeed, modelled);
  }

  /** Of all tables together. */
  static long dataBytes() {
    return (long) ROWS * ROW.bytes();
  }

  @Override
  public void warmUp() {
    // the model warms up in each trial
  }

  @Override
  public boolean isEnding() {
    return false;
  }

  @Override
  public double measure(int number, Map<String, String> values) throws PortException {
    double error = noise * new SplittableRandom(seed * 31 + number).nextGaussian();
    return modelled(values) * Math.exp(error);
  }

  /** What the model says, without noise. */
  double modelled(Map<String, String> values) throws PortException {
    Double before = modelled.get(values);
    if (before != null) {
      return before;
    }
    try {
      double now =
          Simulation.run(scenario(values), Simulation.NOBODY, 1, constants(values))
              .meanThroughput(LASTS.toSeconds() - MEASURED_SECONDS, LASTS.toSeconds());
      modelled.put(Map.copyOf(values), now);
      return now;
    } catch (InvalidConfiguration e) {
      throw new PortException("the simulator: " + e.getMessage(), e);
    }
  }

  private static double number(Map<String, String> values, String name, double otherwise) {
    String value = values.get(name);
    return value == null ? otherwise : Double.parseDouble(value);
  }

  private Scenario scenario(Map<String, String> values) {
    List<Tenant> tenants = new ArrayList<>();
    for (int table = 0; table < workload.tables(); table++) {
      tenants.add(tenant("t" + table));
    }
    return new Scenario(
        "tune",
        workload.description(),
        LASTS,
        NODES,
        SimulatedStore.HBASE,
        new Hardware(
            CORES, 1, HEAP, (int) number(values, "handlers", 30), false, 0.15, 120, 90e6, 115e6),
        MemorySplit.of(
            number(values, "blockCacheShare", 0.4), number(values, "memstoreShare", 0.4)),
        ByteSize.ofBytes((long) number(values, "blockSize", 65536)),
        Scenario.Layout.BALANCED,
        true,
        null,
        CloudModel.PAPERS,
        tenants,
        List.of(),
        LASTS.minusSeconds(1), // nobody acts, so nobody need look
        Map.of());
  }

  private Tenant tenant(String name) {
    double share = 1.0 / workload.tables();
    int regions = REGIONS_PER_NODE * NODES;
    return new Tenant(
        name,
        new Operations(
            workload.share(OperationType.READ),
            workload.share(OperationType.UPDATE),
            0,
            workload.share(OperationType.SCAN),
            0),
        CLIENTS * share,
        Duration.ZERO,
        null,
        ROWS * share,
        ROW,
        ROW,
        ROWS_OF_A_SCAN,
        Collections.nCopies(regions, 1.0 / regions),
        HOT_DATA,
        HOT_REQUESTS,
        null,
        List.of(),
        List.of(),
        null,
        1,
        null,
        false);
  }

  private static ModelConstants constants(Map<String, String> values) {
    ModelConstants fitted = ModelConstants.fitted();
    return fitted.flushing(
        number(values, "flushSize", fitted.flushBytes()),
        number(values, "compactionMin", fitted.tierFanout()));
  }

  static Environment environment() {
    return new Environment(
        VersionCommand.current(),
        "simulated HBase",
        System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory(),
        NODES,
        HEAP.bytes(),
        null);
  }

  @Override
  public void close() {
    // nothing was started
  }
}
