package io.proteus.core.strategy.guard;

import static io.proteus.core.strategy.ReasonCode.AFTER_UNDO;

import io.proteus.core.setting.Key;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Undone;
import io.proteus.core.strategy.Verdict;
import java.time.Duration;
import java.util.Optional;

/**
 * Does not repeat at once what was just undone. Growth may go on unless a growth was undone: an
 * overloaded cluster need not wait because a reconfiguration was a mistake. Surplus nodes and
 * machines without a node may go.
 *
 * @param length from the end of the undo; zero for not at all
 */
public record AfterUndo(
    @Key(
            doc = "for how long nothing like it is done after an undo",
            usual = "1h",
            name = "holdAfterUndo",
            zero = true)
        Duration length)
    implements RetargetGuard {

  @Override
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted) {
    Undone undone = now.memory().undone();
    if (undone == null || isOfNoUse(wanted) || (!undone.grew() && isGrowth(now, wanted))) {
      return Optional.empty();
    }
    Duration since = Duration.between(undone.at(), now.now());
    // one of the far future is of a clock that was wrong
    return since.abs().compareTo(length) >= 0
        ? Optional.empty()
        : Optional.of(
            AFTER_UNDO.because(
                "verification.holdAfterUndo",
                "%s was undone %d s ago, and %d s are to pass before anything like it",
                undone.plan(),
                since.toSeconds(),
                length.toSeconds()));
  }

  private static boolean isOfNoUse(Verdict.Retarget wanted) {
    return wanted.reasons().stream()
        .map(Reason::code)
        .anyMatch(
            code ->
                code == ReasonCode.SURPLUS
                    || code == ReasonCode.STILLBORN
                    || code == ReasonCode.ORPHANED);
  }

  /** The placement on nodes that have come is the second half of it. */
  private static boolean isGrowth(Situation now, Verdict.Retarget wanted) {
    return now.memory().resizingTo() != 0
        || wanted.target().nodes().stream().anyMatch(target -> target.node().isPlanned());
  }
}
