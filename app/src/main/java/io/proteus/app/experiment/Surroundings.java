package io.proteus.app.experiment;

import io.proteus.workloads.experiment.Environment;
import java.lang.management.ManagementFactory;

/** On what an experiment runs. */
final class Surroundings {
  private Surroundings() {}

  /**
   * This machine, with the cluster on it.
   *
   * @param version of Proteus
   */
  static Environment of(StageSpec spec, String version) {
    long memory =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean machine
            ? machine.getTotalMemorySize()
            : 0;
    return new Environment(
        version,
        "HBase 2.6.4",
        System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.getRuntime().availableProcessors(),
        memory,
        spec.regionServers(),
        spec.heap().bytes(),
        spec.cores());
  }
}
