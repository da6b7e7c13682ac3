package io.proteus.simulator.scenario;

import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Membership;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.Placement;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.Upkeep;
import io.proteus.simulator.model.ModelConstants;
import java.util.List;
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
          OwnBalancer.class)),
  /** in files on a ring of tokens: nodes stream what they take over, former owners clean up */
  CASSANDRA(
      ModelConstants::cassandra5,
      Map.of("type", "cassandra", "nodes", List.of("127.0.0.1"), "directory", "simulated"),
      Set.of(
          Placement.class,
          Reshaping.class,
          MemoryShares.class,
          BlockSizes.class,
          TableChanges.class,
          Upkeep.class,
          CacheWarming.class,
          OwnBalancer.class)),
  /** in files on a ring of vnodes, which are handed off one after the other */
  RIAK(
      ModelConstants::riak32,
      Map.of("type", "riak", "nodes", List.of("riak@127.0.0.1"), "directory", "simulated"),
      Set.of(
          Placement.class,
          Reshaping.class,
          Membership.class,
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

  /** Whether it places its data itself, on a ring, with copies. */
  public boolean isRing() {
    return this == CASSANDRA || this == RIAK;
  }

  /** Copies that a read asks. */
  public int asked(RingCopies ring) {
    return ring.asked().orElse(this == RIAK ? ring.copies() : ring.majority());
  }
}
