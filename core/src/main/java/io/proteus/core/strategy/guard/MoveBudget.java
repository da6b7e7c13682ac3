package io.proteus.core.strategy.guard;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import java.util.Optional;

/**
 * Refuses to move more partitions at once than an operator wants to.
 *
 * @param most partitions that one plan may move; 0 stands for no limit
 */
public record MoveBudget(int most) implements RetargetGuard {

  @Override
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted) {
    if (most == 0) {
      return Optional.empty();
    }
    int moves = 0;
    for (NodeTarget target : wanted.target().nodes()) {
      for (PartitionId id : target.partitions()) {
        if (!now.topology().partition(id).map(p -> target.node().equals(p.node())).orElse(true)) {
          moves++;
        }
      }
    }
    return moves <= most
        ? Optional.empty()
        : Optional.of(
            ReasonCode.TOO_MANY_MOVES.because(
                "guards.maximumMoves",
                "it would move %d partitions, and %d may move",
                moves,
                most));
  }
}
