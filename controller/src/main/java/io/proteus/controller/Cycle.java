package io.proteus.controller;

import io.proteus.controller.execution.Outcome;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.Decision;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of one cycle of the loop.
 *
 * @param number counts up within one run
 * @param recovered what an earlier run had left, in sentences
 * @param observation empty when the cluster could not be read
 * @param situation what was decided from; empty while there is too little
 * @param decision a hold with its reason, where anything was missing
 * @param outcome of the action; empty when there was none
 * @param ended when its action was over; as {@code at} where there was none
 */
public record Cycle(
    long number,
    Instant at,
    List<Sentence> recovered,
    Optional<Observation> observation,
    Optional<Situation> situation,
    Decision decision,
    Optional<Outcome> outcome,
    Instant ended) {
  public Cycle {
    recovered = List.copyOf(recovered);
  }

  /** A cycle that took no time. */
  public Cycle(
      long number,
      Instant at,
      List<Sentence> recovered,
      Optional<Observation> observation,
      Optional<Situation> situation,
      Decision decision,
      Optional<Outcome> outcome) {
    this(number, at, recovered, observation, situation, decision, outcome, at);
  }

  /** The error in Proteus itself for which it held; empty when there was none. */
  public Optional<String> error() {
    return decision.verdict().reasons().stream()
        .map(Reason::sentence)
        .map(Sentence::toString)
        .filter(sentence -> sentence.startsWith(ControlLoop.ERROR))
        .findFirst();
  }
}
