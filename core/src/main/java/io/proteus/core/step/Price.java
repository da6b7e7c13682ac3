package io.proteus.core.step;

import io.proteus.core.units.ByteSize;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a plan costs.
 *
 * @param moves partitions that change their node, each counted as often as it moves
 * @param bytesMoved their size: what will have to be read over the network, or rewritten
 * @param restarts nodes that are restarted
 * @param restartsSaved nodes that are set online and would have to be restarted otherwise
 * @param tablesAltered tables whose settings change
 * @param bytesCompacted data that is rewritten
 * @param nodesAdded nodes that are started
 * @param nodesRemoved nodes that are stopped for good
 */
public record Price(
    int moves,
    ByteSize bytesMoved,
    int restarts,
    int restartsSaved,
    int tablesAltered,
    ByteSize bytesCompacted,
    int nodesAdded,
    int nodesRemoved) {
  public static final Price NOTHING = new Price(0, ByteSize.ZERO, 0, 0, 0, ByteSize.ZERO, 0, 0);

  /** What these steps cost together. */
  public static Price of(List<Step> steps) {
    int moves = 0;
    long bytesMoved = 0;
    int restarts = 0;
    int restartsSaved = 0;
    int tablesAltered = 0;
    long bytesCompacted = 0;
    int nodesAdded = 0;
    int nodesRemoved = 0;
    for (Step step : steps) {
      Price price = step.price();
      moves += price.moves;
      bytesMoved = Math.addExact(bytesMoved, price.bytesMoved.bytes());
      restarts += price.restarts;
      restartsSaved += price.restartsSaved;
      tablesAltered += price.tablesAltered;
      bytesCompacted = Math.addExact(bytesCompacted, price.bytesCompacted.bytes());
      nodesAdded += price.nodesAdded;
      nodesRemoved += price.nodesRemoved;
    }
    return new Price(
        moves,
        ByteSize.ofBytes(bytesMoved),
        restarts,
        restartsSaved,
        tablesAltered,
        ByteSize.ofBytes(bytesCompacted),
        nodesAdded,
        nodesRemoved);
  }

  /** What both cost together. */
  public Price plus(Price other) {
    return new Price(
        moves + other.moves,
        bytesMoved.plus(other.bytesMoved),
        restarts + other.restarts,
        restartsSaved + other.restartsSaved,
        tablesAltered + other.tablesAltered,
        bytesCompacted.plus(other.bytesCompacted),
        nodesAdded + other.nodesAdded,
        nodesRemoved + other.nodesRemoved);
  }

  /** What is done to the cluster, by kind. */
  public Set<StepKind> kinds() {
    Set<StepKind> kinds = EnumSet.noneOf(StepKind.class);
    addIf(moves > 0, StepKind.MOVES, kinds);
    addIf(restarts > 0, StepKind.RESTARTS, kinds);
    addIf(restartsSaved > 0, StepKind.MEMORY_SPLITS, kinds);
    addIf(tablesAltered > 0, StepKind.TABLES_ALTERED, kinds);
    addIf(bytesCompacted.bytes() > 0, StepKind.COMPACTIONS, kinds);
    addIf(nodesAdded > 0, StepKind.NODES_ADDED, kinds);
    addIf(nodesRemoved > 0, StepKind.NODES_REMOVED, kinds);
    return kinds;
  }

  private static void addIf(boolean there, StepKind kind, Set<StepKind> kinds) {
    if (there) {
      kinds.add(kind);
    }
  }

  static Price move(ByteSize size) {
    return new Price(1, size, 0, 0, 0, ByteSize.ZERO, 0, 0);
  }

  static Price restart() {
    return new Price(0, ByteSize.ZERO, 1, 0, 0, ByteSize.ZERO, 0, 0);
  }

  static Price restartSaved() {
    return new Price(0, ByteSize.ZERO, 0, 1, 0, ByteSize.ZERO, 0, 0);
  }

  static Price tableAltered() {
    return new Price(0, ByteSize.ZERO, 0, 0, 1, ByteSize.ZERO, 0, 0);
  }

  static Price compaction(ByteSize size) {
    return new Price(0, ByteSize.ZERO, 0, 0, 0, size, 0, 0);
  }

  static Price nodeAdded() {
    return new Price(0, ByteSize.ZERO, 0, 0, 0, ByteSize.ZERO, 1, 0);
  }

  static Price nodeRemoved() {
    return new Price(0, ByteSize.ZERO, 0, 0, 0, ByteSize.ZERO, 0, 1);
  }
}
