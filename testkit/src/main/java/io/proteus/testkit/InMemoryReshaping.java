package io.proteus.testkit;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Splits and merges of an {@link InMemoryStore}. The partitions are closed as for a move; once they
 * have opened, others are in their place. Where their node dies meanwhile, nothing comes of it.
 */
final class InMemoryReshaping {
  /** Keys are numbers of so many digits; partitions lie a thousandth of all of them apart. */
  private static final long KEYS = 1_000_000_000_000L;

  private final SortedMap<PartitionId, InMemoryPartition> partitions;
  private final Pace pace;
  private final List<Pending> pending = new ArrayList<>();

  /**
   * What is under way.
   *
   * @param parents one to split, or several to merge, the lowest first
   * @param at where it is split; null for a merge
   */
  private record Pending(List<InMemoryPartition> parents, NodeId on, @Nullable RowKey at) {}

  InMemoryReshaping(SortedMap<PartitionId, InMemoryPartition> partitions, Pace pace) {
    this.partitions = partitions;
    this.pace = pace;
  }

  /** The rows of one of the partitions that a table begins with. */
  static KeyRange rows(int number, int of) {
    return new KeyRange(
        number == 1 ? null : key(KEYS / of * (number - 1)),
        number == of ? null : key(KEYS / of * number));
  }

  private static RowKey key(long number) {
    return RowKey.of("%012d".formatted(number).getBytes(StandardCharsets.US_ASCII));
  }

  private static RowKey middle(KeyRange rows) {
    long from = rows.from() == null ? 0 : Long.parseLong(rows.from().toString());
    long to = rows.to() == null ? KEYS : Long.parseLong(rows.to().toString());
    return key((from + to) / 2);
  }

  void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException {
    for (InMemoryPartition whole : within(table, rows)) {
      if (rows.equals(whole.rows)) {
        begin(List.of(whole), at == null ? middle(rows) : at);
      }
    }
  }

  void merge(TableId table, KeyRange rows) throws PortException {
    List<InMemoryPartition> parts = within(table, rows);
    if (parts.size() > 1) {
      begin(parts, null);
    }
  }

  private List<InMemoryPartition> within(TableId table, KeyRange rows) {
    return partitions.values().stream()
        .filter(partition -> partition.table.equals(table) && rows.contains(partition.rows))
        .sorted(Comparator.comparing(partition -> String.valueOf(partition.rows)))
        .toList();
  }

  private void begin(List<InMemoryPartition> parents, @Nullable RowKey at) throws PortException {
    NodeId on = parents.get(0).node;
    if (on == null || parents.stream().anyMatch(parent -> parent.node == null)) {
      throw new PortException("%s is in transition; ask again later.".formatted(parents.get(0).id));
    }
    parents.forEach(parent -> parent.open(on, pace.move()));
    pending.add(new Pending(parents, on, at));
  }

  /** Finishes what has opened, and gives up what is stranded or opens elsewhere. */
  void poll() {
    for (Pending one : List.copyOf(pending)) {
      boolean isOver = one.parents.stream().noneMatch(InMemoryPartition::inTransition);
      boolean isLost =
          one.parents.stream()
              .anyMatch(
                  parent ->
                      !one.on.equals(parent.inTransition() ? parent.openingOn() : parent.node));
      if (isOver || isLost) {
        pending.remove(one);
      }
      if (isOver && !isLost) {
        finish(one);
      }
    }
  }

  private void finish(Pending one) {
    one.parents.forEach(parent -> partitions.remove(parent.id));
    InMemoryPartition first = one.parents.get(0);
    if (one.at == null) {
      InMemoryPartition last = one.parents.get(one.parents.size() - 1);
      add(first, "m", new KeyRange(first.rows.from(), last.rows.to()), one.parents, 1);
    } else {
      add(first, "a", new KeyRange(first.rows.from(), one.at), one.parents, 0.5);
      add(first, "b", new KeyRange(one.at, first.rows.to()), one.parents, 0.5);
    }
  }

  private void add(
      InMemoryPartition like,
      String suffix,
      KeyRange rows,
      List<InMemoryPartition> parents,
      double share) {
    double bytes = parents.stream().mapToDouble(parent -> parent.size.bytes()).sum();
    RequestRates rates = RequestRates.NONE;
    for (InMemoryPartition parent : parents) {
      RequestRates more = parent.rates;
      rates =
          rates.plus(
              new RequestRates(share * more.reads(), share * more.scans(), share * more.writes()));
    }
    PartitionId id = new PartitionId(like.id.value() + suffix);
    partitions.put(
        id,
        new InMemoryPartition(
            id,
            like.table,
            Objects.requireNonNull(like.node),
            ByteSize.ofBytes(Math.round(share * bytes)),
            rates,
            rows));
  }
}
