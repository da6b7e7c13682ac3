package io.proteus.core.doctor;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Topology;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What Proteus cannot do to a cluster, and what is missing for it. */
public final class Limits {
  private static final Map<Capability, Sentence> MISSING = missing();

  private Limits() {}

  private static Map<Capability, Sentence> missing() {
    Map<Capability, Sentence> missing = new EnumMap<>(Capability.class);
    missing.put(Capability.MOVE_PARTITION, Sentence.of("move {partitions}: the store places them"));
    missing.put(
        Capability.RESHAPE_PARTITION,
        Sentence.of("split and merge {partitions}: the store does not let anybody"));
    missing.put(
        Capability.MEMORY_SPLIT_ONLINE,
        Sentence.of(
            "divide the memory of {nodes} while they run: the store has nothing that does"));
    missing.put(
        Capability.RESTART_NODE,
        Sentence.of("restart {nodes}: nobody here runs them [cloud.type]"));
    missing.put(
        Capability.RESIZE,
        Sentence.of("start and end {nodes}: nobody here runs them [cloud.type]"));
    return missing;
  }

  /** The same with what this cluster's ring does not allow. */
  public static List<Sentence> of(Set<Capability> capabilities, Topology now) {
    List<Sentence> all = new ArrayList<>(of(capabilities));
    if (capabilities.contains(Capability.MOVE_TOKEN)
        && now.ownership().stream().anyMatch(owned -> owned.token() == null)) {
      all.add(
          Sentence.of(
              "move tokens: {nodes} have several each, and only a {node}'s only token can be"
                  + " moved"));
    }
    return all;
  }

  /** Each a part of a sentence: {@code restart nodes: nobody here runs them [cloud.type]}. */
  public static List<Sentence> of(Set<Capability> capabilities) {
    return MISSING.entrySet().stream()
        .filter(entry -> !capabilities.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }
}
