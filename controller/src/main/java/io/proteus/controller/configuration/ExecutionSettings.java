package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
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
 * @param brake when a running plan is held back
 */
@Section("How a plan is carried out.")
public record ExecutionSettings(
    @Key(doc = "partitions moved at once for every ten nodes, begun ones included", usual = "1")
        int movesInFlight,
    @Key(doc = "partitions compacted at once, on different nodes if possible", usual = "2")
        int compactionsInFlight,
    @Key(
            doc =
                "how long the store's own compactions may wait while partitions move; `0s`: not at"
                    + " all",
            usual = "2m",
            zero = true)
        Duration pauseCompactions,
    @Key(doc = "between two looks at the cluster", usual = "200ms") Duration pollEvery,
    @Key(
            doc = "how long a step waits for what blocks it, or for a cluster that does not answer",
            usual = "2m")
        Duration blockedAtMost,
    @Key(doc = "how often a refused step is tried", usual = "3") int attempts,
    @Key(
            doc =
                "how long the first node with new settings is watched before the others follow;"
                    + " `0s`: not at all",
            usual = "0s",
            zero = true)
        Duration canary,
    @Section("What holds a running plan back: it does more harm than its price foresaw.")
        BrakeSettings brake) {

  /** Settings without a brake. */
  public ExecutionSettings(
      int movesInFlight,
      int compactionsInFlight,
      Duration pauseCompactions,
      Duration pollEvery,
      Duration blockedAtMost,
      int attempts,
      Duration canary) {
    this(
        movesInFlight,
        compactionsInFlight,
        pauseCompactions,
        pollEvery,
        blockedAtMost,
        attempts,
        canary,
        BrakeSettings.OFF);
  }

  /** Settings without a canary and a brake. */
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
