package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NO_PARTITIONS;
import static io.proteus.core.strategy.ReasonCode.NO_TRAFFIC;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.ConfigurationPolicy;
import io.proteus.core.workload.AccessClass;
import java.util.Optional;

/** Holds where nothing is used, or where not enough is known to keep nodes as they are. */
record NothingToDecide(ConfigurationPolicy configuration) implements Proposer {

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    return before.or(() -> reason(now).map(reason -> Verdict.hold(reason, now.memory())));
  }

  private Optional<Reason> reason(Situation now) {
    boolean placedByStore = now.topology().placing().byStore();
    if (now.topology().partitions().isEmpty() && !placedByStore) {
      return Optional.of(
          NO_PARTITIONS.because(
              "engine.excludeTables", "there is no managed {table} with {partitions}"));
    }
    boolean countsNodesAlone = placedByStore && now.rates().isEmpty();
    if (!countsNodesAlone
        && now.rates().values().stream()
            .allMatch(rates -> configuration.classify(rates) == AccessClass.IDLE)) {
      return Optional.of(
          NO_TRAFFIC.because(
              "met.classify.idleBelow",
              "none of the {%d partitions} whose requests are known is used",
              now.rates().size()));
    }
    return configuration.keepsNodesAsTheyAre() ? unknownSplit(now) : Optional.empty();
  }

  private static Optional<Reason> unknownSplit(Situation now) {
    return now.topology().nodes().stream()
        .filter(node -> node.split().isUnknown())
        .findFirst()
        .map(
            node ->
                METRICS_INCOMPLETE.because(
                    "configuration.policy",
                    "how %s divides its memory is not known, so it cannot be kept",
                    node.id()));
  }
}
