package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part of a table. One node serves it; where all copies serve alike, the first of them stands for
 * it.
 *
 * @param node who serves it; null while nobody does
 * @param size what one copy of it occupies on disk
 * @param locality share of it that is stored on the serving node's own host (MET-2); null when
 *     unknown or when there is nothing stored yet
 * @param copies its replicas on other nodes; none where the store keeps one
 * @param rows which rows of the table it holds; null where the store does not tell
 * @param files its files and their compaction; null where the store does not tell
 */
public record Partition(
    PartitionId id,
    TableId table,
    @Nullable NodeId node,
    ByteSize size,
    @Nullable Ratio locality,
    List<Replica> copies,
    @Nullable KeyRange rows,
    @Nullable StoredFiles files) {

  public Partition {
    // what was saved before there were copies has none
    copies = copies == null ? List.of() : List.copyOf(copies);
  }

  /** A partition that does not tell how many files it has. */
  public Partition(
      PartitionId id,
      TableId table,
      @Nullable NodeId node,
      ByteSize size,
      @Nullable Ratio locality,
      List<Replica> copies,
      @Nullable KeyRange rows) {
    this(id, table, node, size, locality, copies, rows, null);
  }

  /** A partition that does not tell which rows it holds. */
  public Partition(
      PartitionId id,
      TableId table,
      @Nullable NodeId node,
      ByteSize size,
      @Nullable Ratio locality,
      List<Replica> copies) {
    this(id, table, node, size, locality, copies, null);
  }

  /** A partition with one copy. */
  public Partition(
      PartitionId id,
      TableId table,
      @Nullable NodeId node,
      ByteSize size,
      @Nullable Ratio locality) {
    this(id, table, node, size, locality, List.of());
  }

  /** All of its replicas; the one that serves it comes first. */
  public List<Replica> replicas() {
    NodeId serving = node;
    if (serving == null) {
      return copies;
    }
    boolean alike = copies.stream().anyMatch(copy -> copy.role() == Replica.Role.PEER);
    List<Replica> all = new ArrayList<>(copies.size() + 1);
    all.add(new Replica(serving, alike ? Replica.Role.PEER : Replica.Role.PRIMARY));
    all.addAll(copies);
    return all;
  }

  /** The size of all replicas on disk. */
  public long bytes() {
    return size.bytes() * (1 + copies.size());
  }

  /** The same, served by another node or by none. */
  public Partition on(@Nullable NodeId other) {
    return new Partition(id, table, other, size, locality, copies, rows, files);
  }

  /** The same without its replicas on some nodes; this one where it has none there. */
  Partition without(Set<NodeId> gone) {
    boolean isServedThere = node != null && gone.contains(node);
    if (!isServedThere && copies.stream().noneMatch(copy -> gone.contains(copy.node()))) {
      return this;
    }
    return new Partition(
        id,
        table,
        isServedThere ? null : node,
        size,
        locality,
        copies.stream().filter(copy -> !gone.contains(copy.node())).toList(),
        rows,
        files);
  }

  /** The same, which holds these rows. */
  public Partition holding(@Nullable KeyRange range) {
    return new Partition(id, table, node, size, locality, copies, range, files);
  }

  /** The same with these files. */
  public Partition having(@Nullable StoredFiles known) {
    return new Partition(id, table, node, size, locality, copies, rows, known);
  }

  /** Whether it holds exactly these rows of the table. */
  public boolean holds(TableId of, KeyRange range) {
    return range.equals(rows) && of.equals(table);
  }

  /** Whether all rows that it holds are among these rows of the table. */
  public boolean isWithin(TableId of, KeyRange range) {
    return rows != null && of.equals(table) && range.contains(rows);
  }
}
