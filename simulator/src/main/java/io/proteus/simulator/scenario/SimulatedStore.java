package io.proteus.simulator.scenario;

import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.Facet;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.Upkeep;
import io.proteus.simulator.model.ModelConstants;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Which store a scenario is of: what it costs, and what of it can be changed. */
public enum SimulatedStore {
  /** in files: caches, write buffers, compactions; the papers' HBase */
  HBASE(ModelConstants::fitted, Map.of("zookeeper", "simulated:2181"), Set.of()),
  /** in memory: one main thread a node, partitions copied while they serve; Redis and Valkey */
  REDIS(
      ModelConstants::redis7,
      Map.of("type", "redis", "nodes", "simulated:6379"),
      Set.of(
          Reshaping.class,
          MemoryShares.class,
          BlockSizes.class,
          TableChanges.class,
          Upkeep.class,
          CacheWarming.class,
          OwnBalancer.class));

  private final Supplier<ModelConstants> constants;
  private final Map<String, Object> engine;
  private final Set<Class<? extends Facet>> lacks;

  SimulatedStore(
      Supplier<ModelConstants> constants,
      Map<String, Object> engine,
      Set<Class<? extends Facet>> lacks) {
    this.constants = constants;
    this.engine = Map.copyOf(engine);
    this.lacks = Set.copyOf(lacks);
  }

  /** What the model takes for it where nothing else is said. */
  public ModelConstants constants() {
    return constants.get();
  }

  /** The section {@code engine} that stands for it, whose costs and words Proteus then uses. */
  public Map<String, Object> engine() {
    return engine;
  }

  /** Facets of the simulated store that it does not have. */
  public Set<Class<? extends Facet>> lacks() {
    return lacks;
  }
}
