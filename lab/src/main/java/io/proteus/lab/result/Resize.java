package io.proteus.lab.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resize under load, measured (TIR-8): how long each part of it took, what was moved, and what
 * clients and servers had before and after it. What was not measured is null, never zero.
 *
 * @param decidedAt when its first plan began
 * @param nodesBefore servers that were live then
 * @param nodesAfter servers that were live at its end
 * @param why the weightiest reason for it
 * @param outcome how it ended, a sentence
 * @param joinings of the servers that were added, in order
 * @param times of its parts
 * @param work that it took
 * @param before the last seconds before it
 * @param after once it had settled; null when something else began before
 */
public record Resize(
    Instant decidedAt,
    int nodesBefore,
    int nodesAfter,
    String why,
    String outcome,
    List<Joining> joinings,
    Times times,
    Work work,
    @Nullable Side before,
    @Nullable Side after) {

  public Resize {
    joinings = List.copyOf(joinings);
  }

  /** The same with other times and what came after it. */
  public Resize with(Times other, @Nullable Side afterwards) {
    return new Resize(
        decidedAt,
        nodesBefore,
        nodesAfter,
        why,
        outcome,
        joinings,
        other,
        work,
        before,
        afterwards);
  }

  /**
   * How one server came into the cluster.
   *
   * @param configurationSeconds until its settings were written
   * @param machineSeconds from then until its process answers; on this machine no virtual machine
   *     has to boot
   * @param registrationSeconds from then until the master knows it; of a store that gives a server
   *     its data as it joins, until it has them
   */
  public record Joining(
      String server,
      double configurationSeconds,
      double machineSeconds,
      double registrationSeconds) {}

  /**
   * Spans from the first step of a kind that was asked for to the last one that was over; null
   * where there was none. They follow each other, and may overlap.
   *
   * @param totalSeconds from the first plan's beginning to the end of the last
   * @param addingSeconds servers started
   * @param reconfigurationSeconds servers and tables set anew
   * @param placementSeconds regions moved, or handed over by a server that leaves: the rebalance of
   *     requests
   * @param dataSeconds regions compacted where they are served: the rebalance of data; of a store
   *     that cleans up by itself what it has moved, until it had, as far as Proteus saw
   * @param removingSeconds servers stopped, once they were empty
   */
  public record Times(
      double totalSeconds,
      @Nullable Double addingSeconds,
      @Nullable Double reconfigurationSeconds,
      @Nullable Double placementSeconds,
      @Nullable Double dataSeconds,
      @Nullable Double removingSeconds) {

    /** The same with a time for data, unless there is one. */
    public Times withData(double seconds) {
      return dataSeconds != null
          ? this
          : new Times(
              totalSeconds,
              addingSeconds,
              reconfigurationSeconds,
              placementSeconds,
              seconds,
              removingSeconds);
    }
  }

  /** Steps that were asked for and are done, with the bytes of the regions that they concern. */
  public record Work(int moves, long movedBytes, int compactions, long compactedBytes) {}

  /**
   * Clients and servers for some seconds.
   *
   * @param operationsPerSecond that the clients had answered
   * @param meanLatencyMillis of all operations
   * @param worstP99Millis 99th percentile of the tenant that has the highest
   * @param requestsPerSecond that the servers counted, a scan as one
   * @param busiestOverMean requests of the busiest server over the mean
   * @param storedBytes of all regions
   * @param localShare share of these bytes that is stored where it is served
   * @param meanCpu share of what a server may use
   * @param hottestCpu the same of the hottest one
   */
  public record Side(
      double operationsPerSecond,
      @Nullable Double meanLatencyMillis,
      @Nullable Double worstP99Millis,
      @Nullable Double requestsPerSecond,
      @Nullable Double busiestOverMean,
      @Nullable Long storedBytes,
      @Nullable Double localShare,
      @Nullable Double meanCpu,
      @Nullable Double hottestCpu) {}
}
