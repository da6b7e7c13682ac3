package io.proteus.core.plan;

import io.proteus.core.units.ByteSize;
import java.util.List;

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
    return steps.stream().map(Step::price).reduce(NOTHING, Price::plus);
  }

  Price plus(Price other) {
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
