package io.proteus.lab.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one strategy came to in an elasticity experiment (MET-18), on a real cluster or on the
 * simulator. Times are seconds since its start.
 *
 * @param strategy that counted the servers
 * @param where it ran
 * @param seconds that it lasted
 * @param operations answered as asked
 * @param meanLatencyMillis over all of them; null when none was
 * @param nodeHours of the servers that ran, those that were starting included
 * @param mostNodes at once
 * @param nodesAtEnd at the end
 * @param resizes how often servers came or went
 * @param oppositeResizes how often one way within a quarter of an hour of the other
 * @param failedOperations null on the simulator, which fails none
 * @param integrity null on the simulator, which has no rows
 * @param points the earliest first
 * @param resized the record of each resize; empty on the simulator
 * @param decisions that were acted on
 * @param incidents what must not happen, in sentences
 */
public record ElasticityRun(
    String strategy,
    Where where,
    double seconds,
    double operations,
    @Nullable Double meanLatencyMillis,
    double nodeHours,
    int mostNodes,
    int nodesAtEnd,
    int resizes,
    int oppositeResizes,
    @Nullable Long failedOperations,
    @Nullable IntegrityCheck integrity,
    List<Point> points,
    List<Resize> resized,
    List<Decided> decisions,
    List<String> incidents) {

  public ElasticityRun {
    points = List.copyOf(points);
    resized = List.copyOf(resized);
    decisions = List.copyOf(decisions);
    incidents = List.copyOf(incidents);
  }

  /** The world that it ran in. */
  public enum Where {
    REAL("real"),
    SIMULATED("simulated");

    private final String word;

    Where(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /**
   * Means over the seconds since the point before.
   *
   * @param cpu share in use, over the live servers; null when not known
   */
  public record Point(
      double seconds,
      double operationsPerSecond,
      @Nullable Double meanLatencyMillis,
      int nodes,
      @Nullable Double cpu) {}

  /**
   * A decision that was acted on.
   *
   * @param outcome of the action
   */
  public record Decided(double seconds, List<String> reasons, String outcome) {
    public Decided {
      reasons = List.copyOf(reasons);
    }
  }
}
