package io.proteus.lab.tuner;

import io.proteus.lab.result.Environment;
import io.proteus.lab.tuner.Sensitivity.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that a tuning has found so far.
 *
 * @param on what trials ran on: {@code local} or {@code simulator}
 * @param workload its name
 * @param measurement how a trial is made, sentences
 * @param asked how many trials were asked for, the comparison left out
 * @param finished whether all were made
 * @param parameters what was tuned, and what gave way
 * @param test which difference counts as one
 * @param verdicts by parameter
 * @param searched the parameters that were worth a search
 * @param chosen the best setting, all of its values; null before there is one
 * @param changed those of them that differ from the defaults
 * @param conclusion a sentence
 * @param trials in order
 */
public record TuningResult(
    Instant startedAt,
    Instant endedAt,
    String on,
    String workload,
    String measurement,
    Environment environment,
    long seed,
    int asked,
    boolean finished,
    List<Tunable> parameters,
    String test,
    Noise noise,
    Map<String, Verdict> verdicts,
    List<Effect> effects,
    List<Interaction> interactions,
    Set<String> searched,
    @Nullable Map<String, String> chosen,
    Map<String, String> changed,
    List<Comparison> comparison,
    String conclusion,
    List<Trial> trials) {
  public TuningResult {
    parameters = List.copyOf(parameters);
    effects = List.copyOf(effects);
    interactions = List.copyOf(interactions);
    comparison = List.copyOf(comparison);
    trials = List.copyOf(trials);
  }
}
