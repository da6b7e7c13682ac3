package io.proteus.simulator.loads;

import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.scenario.Scenario;
import java.util.List;
import java.util.Map;

/**
 * A scaling policy with its settings; all others are the defaults.
 *
 * @param strategy as in the configuration file
 * @param settings that make the difference, by section
 */
public record PolicyCase(String name, String strategy, Map<String, Object> settings) {
  public PolicyCase {
    settings = Map.copyOf(settings);
  }

  /** All of them: MDP with each of its four reward functions (MDP-2). */
  public static final List<PolicyCase> ALL =
      List.of(
          plain("met"),
          plain("threshold"),
          mdp("cost"),
          mdp("throughput"),
          mdp("throughput-less-square"),
          mdp("throughput-less-latency"),
          plain("target"),
          plain("forecast"),
          plain("auto"),
          new PolicyCase(
              "forecast:heap", "forecast", Map.of("configuration", Map.of("policy", "heap"))));

  /** A policy by its name. */
  public static PolicyCase named(String name) {
    return ALL.stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValue(
                    "--policies: want some of %s, got '%s'."
                        .formatted(
                            String.join(", ", ALL.stream().map(PolicyCase::name).toList()), name)));
  }

  private static PolicyCase plain(String strategy) {
    return new PolicyCase(strategy, strategy, Map.of());
  }

  private static PolicyCase mdp(String reward) {
    return new PolicyCase("mdp:" + reward, "mdp", Map.of("mdp", Map.of("reward", reward)));
  }

  Scenario on(Scenario scenario) {
    return scenario.withSettings(settings);
  }
}
