package io.proteus.core.model;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The costs and yields of changes on one kind of store, as its engine states them. They are first
 * assumptions; measurements on a cluster replace them.
 */
public record CostModel(
    Transfer transfer, ColdCache coldCache, Compaction compaction, Changes changes, Gains gains) {

  /**
   * A partition that goes to another node.
   *
   * @param unavailable for how long nobody answers its requests
   * @param copiedPerSecond how fast its bytes are copied to the other node; null where none are, as
   *     nodes share their storage or the files stay where they are
   */
  public record Transfer(Duration unavailable, @Nullable ByteSize copiedPerSecond) {
    public Transfer {
      if (copiedPerSecond != null && copiedPerSecond.bytes() < 1) {
        throw new InvalidValue("cost model: want 1 byte a second or more, got none.");
      }
    }

    /** How long so many bytes are copied; zero where none are. */
    public Duration copying(ByteSize bytes) {
      return copiedPerSecond == null
          ? Duration.ZERO
          : Duration.ofMillis(Math.round(1000.0 * bytes.bytes() / copiedPerSecond.bytes()));
    }
  }

  /**
   * The cached part of a partition that is lost when the partition arrives on another node.
   *
   * @param readsPerBlock reads from the cache of which one block that is read from disk takes the
   *     place
   * @param readsLost share of the partition's reads that are lost until its blocks are back
   * @param warmAfter when they are back
   * @param usualBlock of a table that does not say how large its blocks are
   */
  public record ColdCache(
      double readsPerBlock, double readsLost, Duration warmAfter, ByteSize usualBlock) {}

  /**
   * Files of a partition that are written anew.
   *
   * @param start the least that it takes: it is asked for, found and started
   * @param perGigabyte how long a gigabyte takes
   * @param workLost share of its node's work that it takes away meanwhile
   */
  public record Compaction(Duration start, Duration perGigabyte, double workLost) {}

  /**
   * How long a change of a node or a table takes.
   *
   * @param memoryDivided a node divides its memory anew while it runs
   * @param restart a node ends and serves again
   * @param tableAltered a table takes other settings
   * @param nodeAdded a machine starts and its node serves
   * @param nodeRemoved an empty node and its machine end
   */
  public record Changes(
      Duration memoryDivided,
      Duration restart,
      Duration tableAltered,
      Duration nodeAdded,
      Duration nodeRemoved) {}

  /**
   * The yield of a plan that improves the place of all requests while the busiest node is
   * saturated, as the natural logarithm of the figure after it over the figure before.
   *
   * @param reconfigured throughput with as many nodes as before
   * @param resized throughput with another number of nodes
   * @param latency the time that a request takes; below 0, as it becomes less
   */
  public record Gains(double reconfigured, double resized, double latency) {}

  /**
   * Round figures for a store whose engine states none. A partition is away for a second, nothing
   * of it is copied or cached, and a plan yields little.
   */
  public static CostModel assumed() {
    return new CostModel(
        new Transfer(Duration.ofSeconds(1), null),
        new ColdCache(0, 0, Duration.ZERO, ByteSize.ofKilobytes(4)),
        new Compaction(Duration.ZERO, Duration.ofMinutes(1), 0),
        new Changes(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1)),
        new Gains(0.1, 0.5, -0.5));
  }
}
