package io.proteus.app.cluster;

import io.proteus.core.strategy.StrategyMemory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a decision knows from before.
 *
 * @param lastAction when the last action ended; null when there was none
 * @param memory what the strategy remembers
 */
public record Past(@Nullable Instant lastAction, StrategyMemory memory) {
  public static final Past NONE = new Past(null, StrategyMemory.INITIAL);
}
