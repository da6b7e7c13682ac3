package io.proteus.controller.configuration;

import io.proteus.core.model.MemoryModel;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.plan.Planner;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import io.proteus.core.strategy.configuration.MetProfileSettings;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.scaling.MetNodeCount;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.units.Ratio;
import java.util.Optional;

/**
 * MeT's thresholds, classes and profiles (MET-4 to MET-13).
 *
 * @param count how many nodes
 * @param configuration what a partition is used for, and how nodes are configured for it
 * @param compactBelow when data is brought to its node
 * @param setBlockSizes whether tables get the block size of their use
 * @param prefetches whether nodes read what moves to them into their caches at once
 * @param heapFull share of a heap up to which a cache may be enlarged while its node runs
 */
public record MetSettings(
    @Inline MetNodeCount count,
    @Inline MetProfileSettings configuration,
    @Section("Locality below which data is brought to its node.") CompactBelow compactBelow,
    @Key(
            doc = "whether tables get the block size of their use (MET-12)",
            usual = "true",
            name = "setBlockSize")
        boolean setBlockSizes,
    @Shared("execution.prefetch") boolean prefetches,
    @Shared("guards.heapFull") Ratio heapFull) {

  /** Locality below which data is compacted, by what nodes are used for. */
  public record CompactBelow(
      @Key(doc = "locality below which data on write nodes is compacted (MET-11)", usual = "0.70")
          Ratio write,
      @Key(doc = "the same on all other nodes (MET-11)", usual = "0.90") Ratio other) {}

  /** How many nodes, by the load alone. */
  public MetScaling scaling() {
    return count.scaling();
  }

  public MetProfiles profiles() {
    return configuration.policy();
  }

  public HeapRoom heapRoom() {
    return new HeapRoom(heapFull);
  }

  /**
   * @param memory how the store's nodes use what they divide; empty where they divide nothing
   */
  public Planner planner(Optional<MemoryModel> memory) {
    return new Planner(
        compactBelow.write(), compactBelow.other(), heapRoom(), memory.filter(model -> prefetches));
  }
}
