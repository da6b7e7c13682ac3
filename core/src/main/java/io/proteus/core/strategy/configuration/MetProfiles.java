package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.core.workload.Classifier;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * MeT's four node profiles (MET-12, table 1 of the paper), one for each class of partition (MET-6).
 *
 * @param classifier from requests to classes
 * @param profiles one for each class but idle
 * @param memoryLimit share of the heap that cache and write buffer may take together
 * @param settings what else nodes are set to, in the store's own keys, as the number of handlers
 *     (section 2 of the paper); classes of which nothing else is asked are not in it
 */
public record MetProfiles(
    Classifier classifier,
    Map<AccessClass, NodeProfile> profiles,
    Ratio memoryLimit,
    Map<AccessClass, SortedMap<String, String>> settings)
    implements ConfigurationPolicy {

  /** A node refuses to start above this; the paper's nodes had 65 %. */
  public static final Ratio MEMORY_LIMIT = Ratio.of(0.8);

  public MetProfiles {
    profiles = inOrder(profiles);
    Map<AccessClass, SortedMap<String, String>> asked = new HashMap<>(settings);
    asked.values().removeIf(SortedMap::isEmpty);
    settings = inOrder(asked);
    for (AccessClass accessClass : AccessClass.values()) {
      NodeProfile profile = profiles.get(accessClass);
      if (profile == null) {
        if (accessClass != AccessClass.IDLE) {
          throw new InvalidValue("met.profiles: want a profile for %s.".formatted(accessClass));
        }
        continue;
      }
      MemorySplit memory = profile.memory();
      if (memory != null && memory.sum().value() > memoryLimit.value() + 1e-9) {
        throw new InvalidValue(
            "met.profiles.%s: want cache + write buffer of at most %s of the heap (met.memoryLimit), got %s + %s."
                .formatted(accessClass, memoryLimit, memory.readCache(), memory.writeBuffer()));
      }
    }
  }

  /** Profiles that ask for nothing beside memory and blocks. */
  public MetProfiles(
      Classifier classifier, Map<AccessClass, NodeProfile> profiles, Ratio memoryLimit) {
    this(classifier, profiles, memoryLimit, Map.of());
  }

  private static <T> Map<AccessClass, T> inOrder(Map<AccessClass, T> byClass) {
    Map<AccessClass, T> ordered = new EnumMap<>(AccessClass.class);
    ordered.putAll(byClass);
    return Collections.unmodifiableMap(ordered);
  }

  /** The paper's table 1. */
  public static MetProfiles paper() {
    return new MetProfiles(
        Classifier.MET,
        Map.of(
            AccessClass.READ, profile(AccessClass.READ, 0.55, 0.10, 32),
            AccessClass.WRITE, profile(AccessClass.WRITE, 0.10, 0.55, 64),
            AccessClass.READ_WRITE, profile(AccessClass.READ_WRITE, 0.45, 0.20, 32),
            AccessClass.SCAN, profile(AccessClass.SCAN, 0.55, 0.10, 128)),
        MEMORY_LIMIT);
  }

  private static NodeProfile profile(
      AccessClass accessClass, double cache, double writeBuffer, long blockKilobytes) {
    return new NodeProfile(
        accessClass.toString(),
        MemorySplit.of(cache, writeBuffer),
        ByteSize.ofKilobytes(blockKilobytes));
  }

  @Override
  public AccessClass classify(RequestRates rates) {
    return classifier.classify(rates);
  }

  @Override
  public AccessClass classify(
      RequestRates rates, @Nullable MemorySplit node, @Nullable ByteSize blockSize) {
    AccessClass kept = classify(rates);
    if (kept == AccessClass.IDLE || node == null) {
      return kept;
    }
    int likeness = likeness(kept, node, blockSize);
    for (AccessClass served : profiles.keySet()) {
      int more = likeness(served, node, blockSize);
      if (more > likeness && classifier.isNearly(served, rates)) {
        kept = served;
        likeness = more;
      }
    }
    return kept;
  }

  /** Read and scan divide the heap alike: the table's blocks tell them apart. */
  private int likeness(AccessClass served, MemorySplit node, @Nullable ByteSize blockSize) {
    NodeProfile profile = profileOf(served);
    MemorySplit memory = profile.memory();
    ByteSize blocks = profile.blockSize();
    return memory == null || !memory.isAbout(node)
        ? 0
        : blocks != null && blocks.equals(blockSize) ? 2 : 1;
  }

  @Override
  public SortedMap<String, String> settingsOf(AccessClass accessClass) {
    return settings.getOrDefault(accessClass, Collections.emptySortedMap());
  }

  @Override
  public NodeProfile profileOf(AccessClass accessClass) {
    NodeProfile profile = profiles.get(accessClass);
    if (profile == null) {
      throw new InvalidValue("there is no profile for %s partitions.".formatted(accessClass));
    }
    return profile;
  }
}
