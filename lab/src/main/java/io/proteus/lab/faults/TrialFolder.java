package io.proteus.lab.faults;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The folder that Proteus works in during a trial: its configuration, its journal, and what each of
 * its starts printed.
 */
record TrialFolder(Path path) {
  static final String JOURNAL = "journal";

  /** Makes it anew, with the configuration of this cluster. */
  static TrialFolder make(
      Path path, FaultCluster cluster, Path clusterFolder, Duration scrapeTimeout)
      throws IOException, PortException {
    if (Files.exists(path)) {
      try (Stream<Path> old = Files.walk(path)) {
        for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.createDirectories(path);
    Files.writeString(
        path.resolve("proteus.yaml"),
        configuration(
            cluster.stage().zooKeeper(), clusterFolder, cluster.servers().size(), scrapeTimeout));
    return new TrialFolder(path);
  }

  /**
   * The defaults, but for less patience with what is blocked, so that a trial takes minutes, more
   * with a busy machine, no plan but the one that is asked for, and that one however little it is
   * worth: what is tried is how plans end.
   */
  static String configuration(
      String zooKeeper, Path clusterFolder, int nodes, Duration scrapeTimeout) {
    return """
    cluster:
      name: faults
    engine:
      zookeeper: %s
      connectTimeout: 60s
      scrapeTimeout: %ds
    strategy: met
    nodes:
      min: %d
      max: %d
    met:
      cpuAbove: 1.0
      ioWaitAbove: 1.0
      cpuBelow: 0
    guards:
      minimumGain: 0
      horizon: none
    cloud:
      type: local
      directory: "%s"
    journal:
      file: %s/journal.db
    execution:
      blockedAtMost: 60s
    """
        .formatted(zooKeeper, scrapeTimeout.toSeconds(), nodes, nodes, clusterFolder, JOURNAL);
  }

  Path journal() {
    return path.resolve(JOURNAL).resolve("journal.db");
  }
}
