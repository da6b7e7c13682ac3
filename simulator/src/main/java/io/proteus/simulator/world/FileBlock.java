package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A block of a file or of a log, and the machines that have a copy of it. */
final class FileBlock {
  /** Who wrote it; null where nobody knows. */
  final @Nullable NodeId writer;

  double bytes;
  final List<NodeId> replicas = new ArrayList<>(2);

  /** Machines that had a copy too, since it had as many as it should. */
  final List<Gone> gone = new ArrayList<>(0);

  /**
   * A machine that is no more.
   *
   * @param noticedAt when the file system knows it, seconds
   */
  record Gone(NodeId machine, double noticedAt) {}

  FileBlock(@Nullable NodeId writer, double bytes) {
    this.writer = writer;
    this.bytes = bytes;
  }

  /** A share of it, on the same machines. */
  FileBlock share(double share) {
    FileBlock part = new FileBlock(writer, bytes * share);
    part.replicas.addAll(replicas);
    part.gone.addAll(gone);
    return part;
  }

  boolean isLost() {
    return replicas.isEmpty();
  }

  /** Whether a node goes on writing to it: its own, and all copies are there. */
  boolean isWrittenBy(NodeId node) {
    return Objects.equals(writer, node) && gone.isEmpty();
  }

  /** How many of the machines that are gone the file system takes for alive. */
  int unnoticed(double now) {
    int count = 0;
    for (Gone one : gone) {
      count += now < one.noticedAt() ? 1 : 0;
    }
    return count;
  }
}
