package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.OPPOSITE_RESIZE;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The memory of resizes, for the limits that look back. */
final class ResizeMemory {
  private ResizeMemory() {}

  /** Why a resize must wait that would undo another; empty when it would undo none. */
  static Optional<Reason> opposite(
      Situation now, boolean growing, Duration window, String setting) {
    return now.memory().scaling().resizes().stream()
        .filter(past -> past.grew() != growing && within(window, now, past))
        .filter(past -> !isPutBack(now, past))
        .reduce((older, newer) -> newer)
        .map(
            past ->
                OPPOSITE_RESIZE.because(
                    setting,
                    "it went from %d to {%d nodes} %d min ago, and %d min are to pass before that"
                        + " is undone",
                    past.from(),
                    past.to(),
                    since(now, past).toMinutes(),
                    window.toMinutes()));
  }

  /** Whether all nodes of a removal are back, as after an undo; a growth then reverses nothing. */
  private static boolean isPutBack(Situation now, Resized past) {
    return !past.grew() && now.topology().nodes().size() >= past.from();
  }

  /**
   * Whether a resize was within a window. One from the far future comes from a clock that was
   * wrong, and is ignored.
   */
  static boolean within(Duration window, Situation now, Resized past) {
    return since(now, past).abs().compareTo(window) < 0;
  }

  static Duration since(Situation now, Resized past) {
    return Duration.between(past.at(), now.now());
  }

  /** The wanted resize for a number of nodes, with its memory. */
  static Scaling.Resize let(Situation now, Scaling.Resize wanted, int nodes, List<Reason> reasons) {
    Resized resized = new Resized(now.now(), now.topology().nodes().size(), nodes);
    StrategyMemory memory = wanted.memory().with(wanted.memory().scaling().with(resized));
    return new Scaling.Resize(nodes, reasons, memory);
  }

  static Scaling.Keep refuse(Situation now, Scaling.Resize wanted, Reason reason) {
    return new Scaling.Keep(
        reason
            .code()
            .because(
                String.valueOf(reason.setting()),
                "%s (wanted: %s)",
                reason.sentence(),
                wanted.reasons().isEmpty() ? "" : wanted.reasons().get(0).sentence()),
        unmoved(now, wanted));
  }

  /** Keeps what was learned and drops what only a resize would have changed. */
  static StrategyMemory unmoved(Situation now, Scaling.Resize wanted) {
    return now.memory().with(wanted.memory().scaling());
  }
}
