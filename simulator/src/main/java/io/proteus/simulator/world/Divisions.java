package io.proteus.simulator.world;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Splits and merges as HBase makes them. The partitions are closed, and as long as a move takes
 * nobody serves their rows; then what came of them opens, cold, and reads the files of those before
 * until a compaction has written its own. Until then it is neither split nor merged again. Where a
 * node dies in between, the store gives it up.
 */
final class Divisions {
  private final World world;
  private final List<Pending> pending = new ArrayList<>();
  private int ordered;

  /**
   * What is under way.
   *
   * @param parents one to split, or neighbours to merge, the lowest first
   * @param at where it is split, as a share of its rows
   * @param on who opens what comes of it
   */
  private record Pending(List<SimulatedPartition> parents, double at, NodeId on) {}

  Divisions(World world) {
    this.world = world;
  }

  /** How many splits and merges were begun by order. */
  int ordered() {
    return ordered;
  }

  void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException {
    for (SimulatedPartition whole : within(table, rows)) {
      if (rows.equals(rows(whole))) {
        double share = at == null ? 0.5 : shareBelow(whole, at);
        if (!(share > 0 && share < 1)) {
          throw new PortException("%s: want a key inside, got %s.".formatted(whole.id, at));
        }
        begin(List.of(whole), share);
      }
    }
  }

  void merge(TableId table, KeyRange rows) throws PortException {
    List<SimulatedPartition> parts = within(table, rows);
    if (parts.size() < 2) {
      return;
    }
    KeyRange together = rows(parts.get(0));
    for (SimulatedPartition part : parts.subList(1, parts.size())) {
      together = together.and(rows(part));
    }
    if (!rows.equals(together)) {
      throw new PortException("%s: partitions of %s begin elsewhere.".formatted(rows, table));
    }
    begin(parts, 0);
  }

  private void begin(List<SimulatedPartition> parents, double at) throws PortException {
    for (SimulatedPartition parent : parents) {
      if (!world.isServed(parent)) {
        throw new PortException("%s is in transition; ask again later.".formatted(parent.id));
      }
      if (parent.references) {
        throw new PortException(
            "%s is still to be compacted after a split or merge; ask again later."
                .formatted(parent.id));
      }
    }
    NodeId on = Objects.requireNonNull(parents.get(0).node);
    double opensAt = world.seconds() + world.orders().openingSeconds();
    for (SimulatedPartition parent : parents) {
      world.writes().closed(parent);
      parent.openingOn = on;
      parent.opensAt = opensAt;
    }
    pending.add(new Pending(parents, at, on));
    ordered++;
  }

  /** The partitions that hold these rows or a part of them, the lowest first. */
  private List<SimulatedPartition> within(TableId table, KeyRange rows) {
    return world.partitions().stream()
        .filter(partition -> partition.table.equals(table) && rows.contains(rows(partition)))
        .sorted(
            Comparator.comparing((SimulatedPartition p) -> p.slices.get(0).place())
                .thenComparing(p -> p.slices.get(0).low()))
        .toList();
  }

  /** Which rows a partition holds. */
  KeyRange rows(SimulatedPartition partition) {
    KeyRange known = partition.rows;
    if (known == null) {
      List<Slice> slices = partition.slices;
      known = Slice.rows(slices.get(0), slices.get(slices.size() - 1), places(partition));
      partition.rows = known;
    }
    return known;
  }

  private int places(SimulatedPartition partition) {
    return world.scenario().tenants().get(partition.tenant).shares().size();
  }

  private double shareBelow(SimulatedPartition whole, RowKey at) {
    double place = Slice.inTable(at) * places(whole);
    double below = 0;
    for (Slice slice : whole.slices) {
      below += Math.max(0, Math.min(slice.high(), place - slice.place()) - slice.low());
    }
    return below / whole.length();
  }

  /** Finishes what has opened where it was to, and gives up what opens elsewhere. */
  void pass() {
    for (Pending one : List.copyOf(pending)) {
      if (one.parents.stream().anyMatch(parent -> isElsewhere(parent, one.on))) {
        pending.remove(one);
      } else if (one.parents.stream().allMatch(world::isServed)) {
        pending.remove(one);
        finish(one);
      }
    }
  }

  /** Whether the store has it opened by another node, as its own died. */
  private boolean isElsewhere(SimulatedPartition parent, NodeId on) {
    return !world.partitions().contains(parent)
        || (parent.openingOn != null && !on.equals(parent.openingOn))
        || (parent.openingOn == null && !on.equals(parent.node));
  }

  private void finish(Pending one) {
    List<SimulatedPartition> born =
        one.parents.size() == 1 ? divide(one.parents.get(0), one.at) : List.of(join(one.parents));
    for (SimulatedPartition partition : born) {
      partition.references = true;
      partition.toCompact = Math.max(1, partition.bytes);
    }
  }

  /** Puts two in the place of one: the lower has this share of its rows. */
  List<SimulatedPartition> divide(SimulatedPartition parent, double share) {
    world.partitions().remove(parent);
    List<SimulatedPartition> halves =
        List.of(
            child(parent, "a", parent.slicesBetween(0, share), share),
            child(parent, "b", parent.slicesBetween(share, 1), 1 - share));
    add(halves);
    return halves;
  }

  private SimulatedPartition child(
      SimulatedPartition parent, String suffix, List<Slice> slices, double share) {
    SimulatedPartition child = like(parent, suffix, slices, parent.bytes * share);
    child.files.takeShareOf(parent.files, share);
    child.locality = parent.locality;
    return child;
  }

  private SimulatedPartition join(List<SimulatedPartition> parents) {
    double bytes = parents.stream().mapToDouble(parent -> parent.bytes).sum();
    List<Slice> slices = parents.stream().flatMap(parent -> parent.slices.stream()).toList();
    SimulatedPartition whole = like(parents.get(0), "m", slices, bytes);
    double local = 0;
    for (SimulatedPartition parent : parents) {
      whole.files.takeShareOf(parent.files, 1);
      local += parent.locality * parent.bytes;
      world.partitions().remove(parent);
    }
    whole.locality = bytes > 0 ? Math.min(1, local / bytes) : 1;
    add(List.of(whole));
    return whole;
  }

  private SimulatedPartition like(
      SimulatedPartition parent, String suffix, List<Slice> slices, double bytes) {
    SimulatedPartition born =
        new SimulatedPartition(
            new PartitionId(parent.id.value() + suffix),
            parent.table,
            parent.tenant,
            slices,
            bytes,
            parent.blockBytes);
    born.node = parent.node;
    born.unservedSince = world.seconds();
    born.writtenAt = parent.writtenAt;
    return born;
  }

  private void add(List<SimulatedPartition> born) {
    world.partitions().addAll(born);
    world.partitions().sort(Comparator.comparing(partition -> partition.id));
    world.disturb();
  }
}
