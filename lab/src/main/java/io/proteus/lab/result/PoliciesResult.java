package io.proteus.lab.result;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that was measured of policies beside a store's defaults (PCM-10), as {@code
 * docs/schema/policies-experiment.schema.json} describes it.
 *
 * @param repeats how often each was to be measured, interleaved
 * @param method how, a sentence
 * @param seed of every draw
 * @param failures what could not be measured, a sentence each
 */
public record PoliciesResult(
    String schema,
    Instant startedAt,
    Instant endedAt,
    Environment environment,
    int repeats,
    String method,
    long seed,
    List<Case> cases,
    List<Run> runs,
    List<String> failures) {
  public static final String SCHEMA = "proteus/policies-experiment/1";

  public PoliciesResult {
    cases = List.copyOf(cases);
    runs = List.copyOf(runs);
    failures = List.copyOf(failures);
  }

  /**
   * A workload and the policy for it.
   *
   * @param values that were set, by parameter's name
   * @param leftOut parameters that the policy sets besides
   * @param paper what the paper had for it
   */
  public record Case(
      String workload,
      String description,
      String policy,
      Map<String, String> values,
      Set<String> leftOut,
      String paper) {
    public Case {
      values = Map.copyOf(values);
      leftOut = Set.copyOf(leftOut);
    }
  }

  /**
   * A measured window.
   *
   * @param policy whether under the policy, else under the store's defaults
   * @param p99Micros of all operations, of the slowest table
   * @param failed operations
   */
  public record Run(
      String workload, boolean policy, int repeat, double perSecond, long p99Micros, long failed) {}

  /**
   * What a case comes to.
   *
   * @param defaults operations a second under the store's defaults
   * @param policy the same under the policy
   * @param ratio of the second over the first, repeat by repeat
   * @param p99Ratio the same of the 99th percentile of answer times
   */
  public record Figures(Spread defaults, Spread policy, Spread ratio, Spread p99Ratio) {}

  /** Empty until both sides were measured in the same repeat. */
  public Optional<Figures> figures(Case of) {
    List<Double> defaults = new ArrayList<>();
    List<Double> policy = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> slower = new ArrayList<>();
    for (Run base : runs) {
      if (!base.workload().equals(of.workload()) || base.policy()) {
        continue;
      }
      for (Run other : runs) {
        if (other.workload().equals(of.workload())
            && other.policy()
            && other.repeat() == base.repeat()) {
          defaults.add(base.perSecond());
          policy.add(other.perSecond());
          ratios.add(other.perSecond() / base.perSecond());
          slower.add(other.p99Micros() / (double) Math.max(1, base.p99Micros()));
        }
      }
    }
    return ratios.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Figures(
                Spread.of(defaults), Spread.of(policy), Spread.of(ratios), Spread.of(slower)));
  }
}
