package io.proteus.core.strategy.guard;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.InvalidValue;
import java.util.Optional;

/**
 * Refuses to move more partitions at once than an operator wants to.
 *
 * @param most partitions that one plan may move; 0 stands for no limit
 */
public record MoveBudget(int most) implements RetargetGuard {

  public MoveBudget {
    if (most < 0) {
      throw new InvalidValue("guards.maximumMoves: want 0 or more, got %d.".formatted(most));
    }
  }

  @Override
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted) {
    if (most == 0) {
      return Optional.empty();
    }
    long moves =
        now.topology().partitions().stream()
            .filter(partition -> partition.node() != null)
            .filter(
                partition ->
                    wanted
                        .target()
                        .targetOf(partition.id())
                        .filter(target -> !target.node().equals(partition.node()))
                        .isPresent())
            .count();
    return moves <= most
        ? Optional.empty()
        : Optional.of(
            ReasonCode.TOO_MANY_MOVES.because(
                "guards.maximumMoves",
                "it would move {%d partitions}, and %d may move",
                moves,
                most));
  }
}
