package io.proteus.testkit;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Describes an in-memory cluster, node by node: {@code cluster().node("rs1").holding("t1",
 * 4).node("rs2").cpu(0.9).build()}. What is said after a node is said of it. Partitions are named
 * after their table and counted up: t1-1, t1-2 ...
 */
public final class ClusterBuilder {
  /** The default split of a node. */
  static final MemorySplit USUAL = MemorySplit.of(0.40, 0.25);

  static final HostLoad CALM = new HostLoad(Ratio.of(0.1), Ratio.ZERO, Ratio.of(0.5));

  private final List<Described> nodes = new ArrayList<>();
  private final List<Held> partitions = new ArrayList<>();
  private final Map<TableId, ByteSize> blockSizes = new HashMap<>();
  private final Map<TableId, TableSettings> settings = new HashMap<>();
  private final Map<TableId, FamilyBlocks> families = new HashMap<>();
  private final Set<String> localKeys = new HashSet<>();
  private final Map<String, Integer> counted = new HashMap<>();
  private final Set<Capability> capabilities = EnumSet.allOf(Capability.class);
  private String name = "in-memory";
  private InstantSource clock = ManualClock.start();
  private Pace pace = Pace.BRISK;
  private boolean balancerOn = true;
  private ByteSize partitionSize = ByteSize.ofMegabytes(100);

  ClusterBuilder() {}

  public ClusterBuilder named(String newName) {
    name = newName;
    return this;
  }

  public ClusterBuilder clock(InstantSource newClock) {
    clock = newClock;
    return this;
  }

  public ClusterBuilder pace(Pace newPace) {
    pace = newPace;
    return this;
  }

  public ClusterBuilder without(Capability... missing) {
    List.of(missing).forEach(capabilities::remove);
    return this;
  }

  public ClusterBuilder balancerOff() {
    balancerOn = false;
    return this;
  }

  /** The size of each partition that is described from here on. */
  public ClusterBuilder partitionSize(ByteSize size) {
    partitionSize = size;
    return this;
  }

  /** A node takes these settings of tables for itself; by default it takes none. */
  public ClusterBuilder takingLocally(String... keys) {
    localKeys.addAll(List.of(keys));
    return this;
  }

  public ClusterBuilder node(String id) {
    nodes.add(new Described(new NodeId(id)));
    return this;
  }

  public ClusterBuilder memory(double readCache, double writeBuffer) {
    latest().memory = MemorySplit.of(readCache, writeBuffer);
    return this;
  }

  public ClusterBuilder cpu(double cpu) {
    latest().host = new HostLoad(Ratio.of(cpu), CALM.ioWait(), CALM.memory());
    return this;
  }

  /** The mean answer time that nodes tell; by default they tell none. */
  public ClusterBuilder latencyMs(double latencyMs) {
    latest().latencyMs = latencyMs;
    return this;
  }

  /** The 99th percentile of answer times that nodes tell; by default they tell none. */
  public ClusterBuilder p99Ms(double p99Ms) {
    latest().p99Ms = p99Ms;
    return this;
  }

  /** The node divides no memory, and has this setting in the store's own keys. */
  public ClusterBuilder ownSetting(String key, String value, Effect effect) {
    latest().settings.put(key, value);
    latest().effects.put(key, effect);
    return this;
  }

  /** The node takes a new memory split by a restart only. */
  public ClusterBuilder byRestartOnly() {
    latest().memoryOnline = false;
    return this;
  }

  public ClusterBuilder holding(String table, int count) {
    return holding(table, count, RequestRates.NONE);
  }

  /** A number of partitions of the table, each with these requests. */
  public ClusterBuilder holding(String table, int count, RequestRates each) {
    TableId id = new TableId(table);
    blockSizes.putIfAbsent(id, ByteSize.ofKilobytes(64));
    for (int i = 0; i < count; i++) {
      int number = counted.merge(table, 1, Integer::sum);
      partitions.add(new Held(id, number, latest().id, partitionSize, each));
    }
    return this;
  }

  public InMemoryCluster build() {
    return new InMemoryCluster(
        capabilities,
        new InMemoryStore(
            name,
            clock,
            pace,
            balancerOn,
            nodes.stream().map(Described::build).toList(),
            partitions.stream().map(this::partition).toList(),
            new StoredTables(blockSizes, settings, families, localKeys)));
  }

  /** The table's column families have these block sizes, in KB. */
  public ClusterBuilder families(String table, Map<String, Integer> kilobytes) {
    Map<String, ByteSize> sizes = new HashMap<>();
    kilobytes.forEach((family, size) -> sizes.put(family, ByteSize.ofKilobytes(size)));
    families.put(new TableId(table), FamilyBlocks.of(sizes, ByteSize.ofKilobytes(64)));
    return this;
  }

  /** A partition of a table, the n-th of so many. */
  private record Held(TableId table, int number, NodeId node, ByteSize size, RequestRates rates) {}

  private InMemoryPartition partition(Held held) {
    String table = held.table.value();
    return new InMemoryPartition(
        new PartitionId(table + "-" + held.number),
        held.table,
        held.node,
        held.size,
        held.rates,
        InMemoryReshaping.rows(held.number, counted.getOrDefault(table, 1)));
  }

  private Described latest() {
    if (nodes.isEmpty()) {
      throw new IllegalStateException("say node(...) first");
    }
    return nodes.get(nodes.size() - 1);
  }

  private static final class Described {
    private final NodeId id;
    private MemorySplit memory = USUAL;
    private boolean memoryOnline = true;
    private final SortedMap<String, String> settings = new TreeMap<>();
    private final SortedMap<String, Effect> effects = new TreeMap<>();
    private HostLoad host = CALM;
    private @Nullable Double latencyMs;
    private @Nullable Double p99Ms;

    Described(NodeId id) {
      this.id = id;
    }

    InMemoryNode build() {
      InMemoryNode node = new InMemoryNode(id, memory, memoryOnline, host);
      node.undivided = !settings.isEmpty();
      node.settings = settings;
      node.effects = effects;
      node.latencyMs = latencyMs;
      node.p99Ms = p99Ms;
      return node;
    }
  }
}
