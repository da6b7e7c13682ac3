package io.proteus.lab.stage;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.LayoutDifference;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import io.proteus.engine.hbase.HBaseEngine;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Brings the cluster to an arrangement, as fast as it goes and with nobody asking for anything
 * meanwhile: this is the experiment's hand, not Proteus.
 */
public final class Arranger {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration COMPACTION_PATIENCE = Duration.ofMinutes(10);

  /** A region that is compacted already when it is asked to forgets that it was asked. */
  private static final Duration COMPACTION_FORGOTTEN = Duration.ofSeconds(15);

  /** A server that has just come back is given regions by HBase, too, which ends other moves. */
  private static final Duration MOVE_FORGOTTEN = Duration.ofSeconds(20);

  private static final long POLL_MS = 250;
  private static final int MOVES_AT_ONCE = 8;

  private final HBaseEngine engine;
  private final Admin admin;

  Arranger(HBaseEngine engine, Admin admin) {
    this.engine = engine;
    this.admin = admin;
  }

  /**
   * Places every partition, sets every split and block size; returns when all is in effect. A
   * server that takes no split while it runs must have it already.
   */
  public void arrange(Layout layout) throws PortException, IOException, InterruptedException {
    engine.switchBalancer(false);
    Topology before = engine.topology();
    LayoutDifference difference = LayoutDifference.between(before, layout);
    setBlockSizes(difference.altered());
    // always set, even where it is in effect: another tuner may be about to change it
    for (NodeTarget target : layout.nodes()) {
      MemorySplit split = target.profile().memory();
      if (split != null && before.node(target.node()).filter(Node::memoryOnline).isPresent()) {
        engine.setMemorySplit(target.node(), split);
      }
    }
    await(
        "tables altered",
        now ->
            LayoutDifference.between(now, layout).altered().isEmpty()
                && now.inTransition().isEmpty());
    move(difference.misplaced());
    long[] asked = {System.nanoTime()};
    await(
        "every partition placed and every split in effect",
        now -> {
          LayoutDifference left = LayoutDifference.between(now, layout);
          if (!left.misplaced().isEmpty()
              && now.inTransition().isEmpty()
              && System.nanoTime() - asked[0] > MOVE_FORGOTTEN.toNanos()) {
            move(left.misplaced());
            asked[0] = System.nanoTime();
          }
          return left.misplaced().isEmpty()
              && left.misconfigured().isEmpty()
              && now.inTransition().isEmpty()
              && now.partitions().stream().allMatch(p -> p.node() != null);
        });
  }

  /** Gives every server as many partitions of each table; returns when all are served there. */
  public void spread() throws PortException, InterruptedException {
    engine.switchBalancer(false);
    Map<PartitionId, NodeId> places = evenly(engine.topology());
    Map<PartitionId, NodeId> misplaced = new HashMap<>(places);
    misplaced.entrySet().removeAll(holders(engine.topology()).entrySet());
    move(misplaced);
    await(
        "every partition placed",
        now ->
            now.inTransition().isEmpty() && holders(now).entrySet().containsAll(places.entrySet()));
  }

  /**
   * Of each table one after the other to each node in turn: the same partitions, the same places.
   */
  static Map<PartitionId, NodeId> evenly(Topology topology) {
    List<NodeId> nodes = topology.nodes().stream().map(Node::id).sorted().toList();
    Map<TableId, Integer> placed = new HashMap<>();
    Map<PartitionId, NodeId> places = new HashMap<>();
    topology.partitions().stream()
        .sorted(Comparator.comparing(Partition::id))
        .forEach(
            partition ->
                places.put(
                    partition.id(),
                    nodes.get(
                        (placed.merge(partition.table(), 1, Integer::sum) - 1) % nodes.size())));
    return places;
  }

  /** Several at once: HBase takes a second for a move, most of it waiting. */
  private void move(Map<PartitionId, NodeId> misplaced) throws PortException, InterruptedException {
    ExecutorService movers = Executors.newFixedThreadPool(MOVES_AT_ONCE);
    try {
      List<Callable<Void>> moves = new ArrayList<>();
      misplaced.forEach(
          (partition, to) ->
              moves.add(
                  () -> {
                    engine.move(partition, to);
                    return null;
                  }));
      for (Future<Void> move : movers.invokeAll(moves)) {
        move.get();
      }
    } catch (ExecutionException e) {
      throw new PortException("the arrangement was not made: " + e.getCause(), e);
    } finally {
      movers.shutdownNow();
    }
  }

  private void setBlockSizes(Map<TableId, ByteSize> blockSizes)
      throws IOException, InterruptedException {
    List<Future<Void>> alterations = new ArrayList<>();
    for (var wanted : blockSizes.entrySet()) {
      TableDescriptor table = admin.getDescriptor(TableName.valueOf(wanted.getKey().value()));
      TableDescriptorBuilder altered = TableDescriptorBuilder.newBuilder(table);
      for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
        altered.modifyColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(family)
                .setBlocksize(Math.toIntExact(wanted.getValue().bytes()))
                .build());
      }
      alterations.add(admin.modifyTableAsync(altered.build()));
    }
    awaitAll(alterations);
  }

  /** Lets every region take its table's settings: Proteus alters tables without reopening them. */
  public void reopenAll() throws PortException, IOException, InterruptedException {
    List<Future<Void>> alterations = new ArrayList<>();
    for (Table table : engine.topology().tables()) {
      TableName name = TableName.valueOf(table.id().value());
      alterations.add(admin.modifyTableAsync(admin.getDescriptor(name)));
    }
    awaitAll(alterations);
  }

  private static void awaitAll(List<Future<Void>> alterations)
      throws IOException, InterruptedException {
    for (Future<Void> alteration : alterations) {
      try {
        alteration.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("a table was not altered within " + PATIENCE, e);
      }
    }
  }

  /** Writes what is in memory to files. */
  public void flushAll() throws PortException, IOException {
    for (Table table : engine.topology().tables()) {
      admin.flush(TableName.valueOf(table.id().value()));
    }
  }

  /** Writes every partition's files anew where it is served; returns when all are written. */
  public void compactAll() throws PortException, IOException, InterruptedException {
    Instant asked = Instant.now();
    List<TableName> tables =
        engine.topology().tables().stream().map(t -> TableName.valueOf(t.id().value())).toList();
    flushAll();
    majorCompact(tables);
    long deadline = System.nanoTime() + COMPACTION_PATIENCE.toNanos();
    long idleSince = System.nanoTime();
    List<String> waiting = new ArrayList<>();
    do {
      if (System.nanoTime() > deadline) {
        throw new PortException(
            "compaction: want it done within %s, still waiting for %s. Look at the RegionServers' logs."
                .formatted(COMPACTION_PATIENCE, waiting));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      waiting.clear();
      for (TableName table : tables) {
        if (admin.getCompactionState(table) != CompactionState.NONE) {
          waiting.add(table.getNameAsString());
        }
      }
      if (!waiting.isEmpty()) {
        idleSince = System.nanoTime();
      }
      waiting.addAll(notCompactedSince(asked));
      if (System.nanoTime() - idleSince > COMPACTION_FORGOTTEN.toNanos()) {
        majorCompact(tables);
        idleSince = System.nanoTime();
      }
    } while (!waiting.isEmpty());
  }

  private void majorCompact(List<TableName> tables) throws IOException {
    for (TableName table : tables) {
      admin.majorCompact(table);
    }
  }

  private List<String> notCompactedSince(Instant asked) throws IOException {
    List<String> regions = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server)) {
        boolean managed = !region.getNameAsString().startsWith("hbase:");
        boolean stored = region.getStoreFileCount() > 0;
        boolean old = region.getLastMajorCompactionTimestamp() < asked.toEpochMilli() - 1000;
        if (managed && stored && (old || region.getStoreFileCount() > 1)) {
          regions.add(region.getNameAsString());
        }
      }
    }
    return regions;
  }

  /** Lets HBase's own balancer move what it wants to, until it wants no more. */
  public int balanceByHBase(int rounds) throws IOException, PortException, InterruptedException {
    engine.switchBalancer(true);
    Map<PartitionId, NodeId> before = holders(engine.topology());
    for (int round = 0; round < rounds; round++) {
      admin.balance();
      await("no region in transition", now -> now.inTransition().isEmpty());
    }
    Map<PartitionId, NodeId> after = holders(engine.topology());
    int moved = 0;
    for (var entry : after.entrySet()) {
      moved += entry.getValue().equals(before.get(entry.getKey())) ? 0 : 1;
    }
    engine.switchBalancer(false);
    return moved;
  }

  private static Map<PartitionId, NodeId> holders(Topology topology) {
    Map<PartitionId, NodeId> holders = new HashMap<>();
    for (Partition partition : topology.partitions()) {
      if (partition.node() != null) {
        holders.put(partition.id(), partition.node());
      }
    }
    return holders;
  }

  /** A look at the cluster, which may ask again for what was forgotten. */
  @FunctionalInterface
  private interface Condition {
    boolean holds(Topology now) throws PortException, InterruptedException;
  }

  private void await(String what, Condition condition) throws PortException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Topology now = engine.topology();
    while (!condition.holds(now)) {
      if (System.nanoTime() > deadline) {
        throw new PortException(
            "arrangement: want %s within %s, got splits %s, %d of %d partitions placed somewhere, and %d in transition."
                .formatted(
                    what,
                    PATIENCE,
                    now.nodes().stream().map(Node::memory).toList(),
                    holders(now).size(),
                    now.partitions().size(),
                    now.inTransition().size()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      now = engine.topology();
    }
  }
}
