package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where every write is that was acknowledged: in the files of its partition, or in its node's
 * memory and log. It is lost, which is noted, once the last copy of the file or log has gone with
 * its machine, and where a partition is opened without what only its last node knew.
 */
final class AcknowledgedWrites {
  /** What {@link World#incidents} says of lost writes begins so. */
  static final String LOST = "acknowledged writes lost: ";

  private final World world;
  private final FileSystem files;

  AcknowledgedWrites(World world, SplittableRandom random) {
    this.world = world;
    this.files = new FileSystem(world, random);
  }

  /**
   * All that is there at the start is in files: on the nodes' own machines as far as it is local.
   */
  void begin() {
    for (SimulatedPartition partition : world.partitions()) {
      double left = partition.bytes;
      while (left > 0) {
        double bytes = Math.min(left, blockBytes());
        boolean local = 1 - (left - bytes / 2) / partition.bytes <= partition.locality;
        partition.files.blocks.add(files.write(local ? partition.node : null, bytes));
        left -= bytes;
      }
    }
  }

  private double blockBytes() {
    return world.constants().fileBlockBytes();
  }

  /** Lets some seconds pass, in which clients have written. */
  void pass(double seconds) {
    flushWhatDoesNotFit();
    if (!files.isWhole()) {
      files.pass(seconds, blocks());
    }
  }

  /** Write buffers are flushed as {@link WriteBuffers} says, each partition's share alike. */
  private void flushWhatDoesNotFit() {
    boolean full = false;
    for (SimulatedNode node : world.nodes()) {
      full |= node.unflushed > node.buffered;
      if (node.unflushed > 0) {
        if (node.log == null) {
          node.log = files.write(node.id, 0);
        }
        node.log.bytes = Math.min(node.unflushed, node.buffered);
      }
    }
    if (!full) {
      return;
    }
    for (SimulatedPartition partition : world.partitions()) {
      SimulatedNode node = holder(partition);
      if (node != null && node.unflushed > node.buffered) {
        double bytes = partition.files.inMemory * (1 - node.buffered / node.unflushed);
        partition.files.inMemory -= bytes;
        store(partition, bytes, node.id);
      }
    }
  }

  /** The live node that has writes of a partition in memory. */
  private @Nullable SimulatedNode holder(SimulatedPartition partition) {
    if (partition.files.inMemory == 0
        || partition.files.logToRead != null
        || partition.node == null) {
      return null;
    }
    return world.find(partition.node);
  }

  /** Adds to a partition's files; what is written over goes as files are merged. */
  private void store(SimulatedPartition partition, double bytes, NodeId writer) {
    List<FileBlock> blocks = partition.files.blocks;
    double left = bytes;
    while (left > 0) {
      FileBlock youngest = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
      if (youngest == null || !youngest.isWrittenBy(writer) || youngest.bytes > blockBytes() - 1) {
        youngest = files.write(writer, 0);
        blocks.add(youngest);
      }
      double more = Math.min(left, blockBytes() - youngest.bytes);
      youngest.bytes += more;
      left -= more;
    }
    double surplus = partition.files.storedBytes() - partition.bytes;
    while (blocks.size() > 1 && blocks.get(0).bytes <= surplus) {
      surplus -= blocks.remove(0).bytes;
    }
  }

  /** A major compaction has written all files anew, on the node's own machine first. */
  void compacted(SimulatedPartition partition) {
    NodeId node = partition.node;
    if (node != null) {
      partition.files.blocks.clear();
      store(partition, partition.bytes, node);
    }
  }

  /** A node closes a partition in order: it writes to files what it has of it in memory. */
  void closed(SimulatedPartition partition) {
    SimulatedNode node = holder(partition);
    if (node != null && node.isUp(world.seconds())) {
      store(partition, partition.files.inMemory, node.id);
      partition.files.inMemory = 0;
    }
  }

  /** A node's process has ended, and with it what it had in memory: that is in its log. */
  void died(SimulatedNode node) {
    for (SimulatedPartition partition : world.partitions()) {
      if (node.id.equals(partition.node) && partition.files.inMemory > 0) {
        partition.files.logToRead = node.log;
      }
    }
    node.log = null;
  }

  /**
   * A partition is about to be open on a node: what its last node had not written to files is read
   * from the log, which nobody does while that node is taken for alive.
   */
  void opened(SimulatedPartition partition, NodeId on) {
    PartitionFiles own = partition.files;
    if (own.inMemory == 0) {
      return;
    }
    SimulatedNode last = partition.node == null ? null : world.find(partition.node);
    boolean logIsRead = own.logToRead != null && (last == null || !last.isUnnoticed());
    if (logIsRead) {
      store(partition, own.inMemory, on);
    } else {
      note(
          own.inMemory,
          partition,
          "%s opened it, and the log of its last node had not been read".formatted(on));
    }
    own.inMemory = 0;
    own.logToRead = null;
  }

  /** The cloud has a machine more. */
  void machineJoined() {
    files.joined();
  }

  /** A machine is gone for good, with all that it stored. */
  void machineGone(NodeId machine) {
    files.gone(machine, blocks());
    for (SimulatedPartition partition : world.partitions()) {
      List<FileBlock> lost = partition.files.blocks.stream().filter(FileBlock::isLost).toList();
      if (!lost.isEmpty()) {
        note(
            lost.stream().mapToDouble(block -> block.bytes).sum(),
            partition,
            "all copies of these files were on %s, which are gone".formatted(machinesOf(lost)));
        partition.files.blocks.removeAll(lost);
      }
      FileBlock log = partition.files.logToRead;
      if (log != null && log.isLost()) {
        note(
            partition.files.inMemory,
            partition,
            "all copies of the log were on %s, which are gone".formatted(machinesOf(List.of(log))));
        partition.files.inMemory = 0;
        partition.files.logToRead = null;
      }
    }
  }

  private static String machinesOf(List<FileBlock> lost) {
    TreeSet<NodeId> machines = new TreeSet<>();
    lost.forEach(block -> block.gone.forEach(one -> machines.add(one.machine())));
    return Few.of(machines);
  }

  private void note(double bytes, SimulatedPartition partition, String why) {
    world.note(
        LOST
            + "%s of %s of %s after %.0f s: %s"
                .formatted(
                    ByteSize.ofBytes((long) bytes),
                    partition.id,
                    partition.table,
                    world.seconds(),
                    why));
  }

  private List<FileBlock> blocks() {
    List<FileBlock> all = new ArrayList<>();
    for (SimulatedPartition partition : world.partitions()) {
      all.addAll(partition.files.blocks);
      if (partition.files.logToRead != null) {
        all.add(partition.files.logToRead);
      }
    }
    for (SimulatedNode node : world.nodes()) {
      if (node.log != null) {
        all.add(node.log);
      }
    }
    return all;
  }
}
