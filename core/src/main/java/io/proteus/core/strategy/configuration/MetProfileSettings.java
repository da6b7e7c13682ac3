package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.core.workload.Classifier;
import java.util.Map;
import java.util.TreeMap;

/**
 * How MeT classifies partitions, and configures nodes for each class.
 *
 * @param classify what a partition is used for
 * @param profiles how a node is configured for it
 * @param memoryLimit share of the heap that cache and write buffer may take together
 */
public record MetProfileSettings(
    @Section("Shares of a partition's requests above which it is of a class.") Classes classify,
    @Section("Shares of the heap, and the block size of the tables, by what a node is used for.")
        Profiles profiles,
    @Key(doc = "what cache and write buffer may take of the heap together (MET-12)", usual = "0.80")
        Ratio memoryLimit) {

  public MetProfileSettings {
    made(classify, profiles, memoryLimit);
  }

  /**
   * The boundaries of the access classes.
   *
   * @param idleBelow requests a second
   * @param slack share of a partition's requests
   */
  public record Classes(
      @Key(doc = "share of reads above which it is a read partition (MET-6)", usual = "0.60")
          Ratio read,
      @Key(doc = "share of writes above which it is a write partition (MET-6)", usual = "0.60")
          Ratio write,
      @Key(
              doc = "share of scans in the reads above which it is a scan partition (MET-6)",
              usual = "0.60")
          Ratio scan,
      @Key(
              doc = "requests a second below which a partition counts as unused",
              usual = "0.01",
              unit = "op/s")
          double idleBelow,
      @Key(
              doc =
                  "share of its requests that may be of another kind before a partition that is"
                      + " served as one class is taken for another; 0: none, as in the paper",
              usual = "0.05")
          Ratio slack) {
    Classifier classifier() {
      return new Classifier(write, scan, read, idleBelow, slack);
    }
  }

  public record Profiles(
      @Section(
              value = "Nodes that are read.",
              usual = "{readCache: 0.55, writeBuffer: 0.10, blockSize: 32KB}")
          Profile read,
      @Section(
              value = "Nodes that are written.",
              usual = "{readCache: 0.10, writeBuffer: 0.55, blockSize: 64KB}")
          Profile write,
      @Section(
              value = "Nodes that are read and written.",
              name = "read-write",
              usual = "{readCache: 0.45, writeBuffer: 0.20, blockSize: 32KB}")
          Profile readWrite,
      @Section(
              value = "Nodes that are scanned.",
              usual = "{readCache: 0.55, writeBuffer: 0.10, blockSize: 128KB}")
          Profile scan) {}

  /** How a node is configured. */
  public record Profile(
      @Key(doc = "share of the heap that caches reads (MET-12)") Ratio readCache,
      @Key(doc = "share of the heap that buffers writes (MET-12)") Ratio writeBuffer,
      @Key(doc = "blocks of the tables (MET-12)") ByteSize blockSize,
      @Key(
              doc =
                  "what else such nodes are set to, in the store's own keys, as the number of"
                      + " handlers; what only one profile names stays when a node changes to"
                      + " another",
              usual = "{}")
          Map<String, String> settings) {
    public Profile {
      settings = Map.copyOf(settings);
    }

    NodeProfile named(AccessClass accessClass) {
      return new NodeProfile(
          accessClass.toString(), new MemorySplit(readCache, writeBuffer), blockSize);
    }
  }

  /** The policy. */
  public MetProfiles policy() {
    return made(classify, profiles, memoryLimit);
  }

  private static MetProfiles made(Classes classify, Profiles profiles, Ratio memoryLimit) {
    return new MetProfiles(
        classify.classifier(),
        Map.of(
            AccessClass.READ, profiles.read().named(AccessClass.READ),
            AccessClass.WRITE, profiles.write().named(AccessClass.WRITE),
            AccessClass.READ_WRITE, profiles.readWrite().named(AccessClass.READ_WRITE),
            AccessClass.SCAN, profiles.scan().named(AccessClass.SCAN)),
        memoryLimit,
        Map.of(
            AccessClass.READ, new TreeMap<>(profiles.read().settings()),
            AccessClass.WRITE, new TreeMap<>(profiles.write().settings()),
            AccessClass.READ_WRITE, new TreeMap<>(profiles.readWrite().settings()),
            AccessClass.SCAN, new TreeMap<>(profiles.scan().settings())));
  }
}
