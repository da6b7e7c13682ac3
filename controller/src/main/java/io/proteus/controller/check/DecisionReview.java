package io.proteus.controller.check;

import io.proteus.controller.configuration.Configuration;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.history.History;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One configuration decides on what was observed, and never acts: as the loop does while nobody
 * gives consent.
 */
final class DecisionReview {
  private final Configuration configuration;
  private final DecisionMaker decisions;
  private History history;
  private StrategyMemory memory = StrategyMemory.INITIAL;

  DecisionReview(Configuration configuration) {
    this.configuration = configuration;
    this.decisions = configuration.decisionMaker();
    this.history = History.empty(configuration.monitor().samples());
  }

  /** The window begins anew: an action, or a time without observations, came between. */
  void forget() {
    history = history.cut();
  }

  /**
   * @param lastAction when the last action of the journal ended; null when there was none
   */
  Optional<ReviewedDecision> on(Observation observation, @Nullable Instant lastAction) {
    history = history.with(observation);
    Instant now = observation.at();
    Optional<Situation> situation =
        Situation.of(now, history, configuration.monitor().smoothing(), lastAction, memory)
            .map(it -> it.with(memory.seeing(it.topology())));
    if (situation.isEmpty()) {
      return Optional.empty();
    }
    Decision decision = decisions.decide(situation.get());
    StrategyMemory then = decision.verdict().memory();
    memory =
        decision.plan().isEmpty()
            ? then
            : memory.learning(then).with(memory.settings().seen(then.settings(), now));
    return Optional.of(ReviewedDecision.of(now, decision, configuration.approval()));
  }
}
