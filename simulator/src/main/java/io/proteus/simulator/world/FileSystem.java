package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The distributed file system on the machines of the nodes, as HDFS is: the first copy of what is
 * written is on the writer's own machine, the others are on machines by chance. A machine that is
 * gone takes its copies with it. After a time the file system knows, and copies what is left, until
 * all has as many copies as it should.
 */
final class FileSystem {
  private final World world;
  private final SplittableRandom random;
  private boolean whole = true;
  private double copyableBytes;

  FileSystem(World world, SplittableRandom random) {
    this.world = world;
    this.random = random;
  }

  /** Whether everything has all its copies, and no machine came or went since. */
  boolean isWhole() {
    return whole;
  }

  /**
   * A new block.
   *
   * @param writer whose machine has the first copy; null: that one is by chance, too
   */
  FileBlock write(@Nullable NodeId writer, double bytes) {
    FileBlock block = new FileBlock(writer, bytes);
    List<NodeId> machines = machines();
    if (writer != null && machines.remove(writer)) {
      block.replicas.add(writer);
    }
    while (block.replicas.size() < world.constants().replicas() && !machines.isEmpty()) {
      block.replicas.add(machines.remove(random.nextInt(machines.size())));
    }
    return block;
  }

  /** Those that have joined, whether their node's process is alive or not. */
  private List<NodeId> machines() {
    List<NodeId> machines = new ArrayList<>();
    for (SimulatedNode node : world.nodes()) {
      if (node.firstUpAt <= world.seconds() && world.fleet().runs(node.id)) {
        machines.add(node.id);
      }
    }
    return machines;
  }

  /** There is a machine more: what had too few copies for want of machines gets them. */
  void joined() {
    whole = false;
  }

  /** A machine is gone for good. */
  void gone(NodeId machine, List<FileBlock> all) {
    double noticedAt = world.seconds() + world.constants().machineGoneSeconds();
    for (FileBlock block : all) {
      if (block.replicas.remove(machine)) {
        block.gone.add(new FileBlock.Gone(machine, noticedAt));
      }
    }
    whole = false;
  }

  /** Lets some seconds pass, in which copies are made that are known to be missing. */
  void pass(double seconds, List<FileBlock> all) {
    List<NodeId> machines = machines();
    copyableBytes += machines.size() * world.constants().copyBytesPerSecond() * seconds;
    boolean lacking = false;
    for (FileBlock block : all) {
      lacking |= !copy(block, machines);
    }
    whole = !lacking;
    if (whole) {
      copyableBytes = 0;
    }
  }

  /** Whether it has all its copies then, and the file system knows where. */
  private boolean copy(FileBlock block, List<NodeId> machines) {
    int unnoticed = block.unnoticed(world.seconds());
    int wanted = Math.min(world.constants().replicas(), machines.size());
    while (block.replicas.size() + unnoticed < wanted) {
      if (copyableBytes < block.bytes) {
        return false;
      }
      List<NodeId> others = new ArrayList<>(machines);
      others.removeAll(block.replicas);
      block.replicas.add(others.get(random.nextInt(others.size())));
      copyableBytes -= block.bytes;
    }
    if (unnoticed > 0) {
      return false;
    }
    block.gone.clear();
    return true;
  }
}
