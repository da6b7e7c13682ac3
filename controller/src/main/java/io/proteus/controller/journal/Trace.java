package io.proteus.controller.journal;

import io.proteus.core.units.Ratio;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a time span: enough for a chart, and far less than the entries.
 *
 * @param observations how many there were, of which {@code points} may be some at even distances
 * @param points the oldest first, the newest observation always among them
 * @param marks the oldest first; the newest of them where there were more
 */
public record Trace(int observations, List<Point> points, List<Mark> marks) {
  public static final Trace EMPTY = new Trace(0, List.of(), List.of());

  public Trace {
    points = List.copyOf(points);
    marks = List.copyOf(marks);
  }

  /**
   * An observation in figures.
   *
   * @param number the entry's
   * @param knownPartitions share of the partitions whose requests are known
   * @param requestsPerSecond of those; null when there are none
   * @param latencyMs mean time to an answer; null when no node tells
   * @param p99Ms time within which 99 of 100 are answered; null when no node tells
   */
  public record Point(
      long number,
      Instant at,
      int nodes,
      int partitions,
      Ratio knownPartitions,
      @Nullable Double requestsPerSecond,
      @Nullable Double latencyMs,
      @Nullable Double p99Ms) {}

  /**
   * Something that was decided, done or asked for.
   *
   * @param kind as {@link JournalEvent} names it in JSON
   * @param plan null where it is of none
   * @param word how it ended, or what was asked for; null at a beginning
   */
  public record Mark(
      long number, Instant at, String kind, @Nullable String plan, @Nullable String word) {}
}
