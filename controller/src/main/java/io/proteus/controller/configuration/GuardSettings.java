package io.proteus.controller.configuration;

import io.proteus.core.strategy.guard.AfterUndo;
import io.proteus.core.strategy.guard.Calm;
import io.proteus.core.strategy.guard.Cooldown;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.Measured;
import io.proteus.core.strategy.guard.MoveBudget;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What keeps Proteus from acting.
 *
 * @param minimumKnownPartitions share of the partitions whose requests must be known
 * @param staleAfter how old the newest sample may be
 * @param cooldown from action to action
 * @param takeOverBalancer whether the store's own balancer may be switched off while acting
 * @param minimumGain share of the requests that must get a better place
 * @param maximumMoves partitions that one plan may move; 0 stands for no limit
 * @param holdAfterUndo for how long nothing like it is done after an undo
 * @param horizon within which a plan has to pay; null when it need not
 */
public record GuardSettings(
    Ratio minimumKnownPartitions,
    Duration staleAfter,
    Duration cooldown,
    boolean takeOverBalancer,
    Ratio minimumGain,
    int maximumMoves,
    Duration holdAfterUndo,
    @Nullable Duration horizon) {

  public Guards guards() {
    return new Guards(
        List.of(
            new Calm(takeOverBalancer),
            new Measured(minimumKnownPartitions, staleAfter),
            new Cooldown(cooldown)),
        List.of(
            new AfterUndo(holdAfterUndo), new MoveBudget(maximumMoves), new WorthIt(minimumGain)));
  }
}
