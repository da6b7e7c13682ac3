package io.proteus.controller.configuration;

import java.time.Duration;

/**
 * How a plan is carried out.
 *
 * @param movesInFlight partitions that are moved at once for every ten nodes, begun ones included
 * @param compactionsInFlight partitions that are compacted at once, on different nodes if possible
 * @param pauseCompactions how long the store's own compactions may wait while partitions move; zero
 *     for not at all
 * @param pollEvery between two looks at the cluster
 * @param blockedAtMost how long a step waits for what blocks it, or for a cluster that does not
 *     answer
 * @param attempts how often a step is tried that the store refuses
 * @param canary how long the first node with new settings is watched; zero for not at all
 */
public record ExecutionSettings(
    int movesInFlight,
    int compactionsInFlight,
    Duration pauseCompactions,
    Duration pollEvery,
    Duration blockedAtMost,
    int attempts,
    Duration canary) {

  /** Without a canary. */
  public ExecutionSettings(
      int movesInFlight,
      int compactionsInFlight,
      Duration pauseCompactions,
      Duration pollEvery,
      Duration blockedAtMost,
      int attempts) {
    this(
        movesInFlight,
        compactionsInFlight,
        pauseCompactions,
        pollEvery,
        blockedAtMost,
        attempts,
        Duration.ZERO);
  }
}
