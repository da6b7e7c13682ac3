package io.proteus.lab.elasticity;

import io.proteus.workloads.tenant.RowFormat;
import java.time.Duration;

/**
 * What of a rush depends on the store.
 *
 * @param clients of each tenant
 * @param rows of each tenant
 * @param uncapped for how long tenants run before nodes have their cap
 * @param newcomersUncapped the same of a node that comes under load, from when it answers
 * @param settles how long nodes take after a resize until they are as they stay
 * @param pause that policies make between a resize and the next one
 * @param settings of Proteus that only this store has otherwise
 */
record RushedStore(
    int clients,
    int rows,
    RowFormat row,
    Duration uncapped,
    Duration newcomersUncapped,
    Duration settles,
    Duration pause,
    String settings) {
  static final RushedStore REDIS =
      new RushedStore(
          16,
          20_000,
          new RowFormat(1, 100),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofSeconds(12),
          """
          monitor: {period: 3s, samples: 3}
          placement: {even: load}
          execution: {movesInFlight: 4}
          threshold: {growAbove: 0.5, shrinkBelow: 0.3, average: "off"}
          """);

  /**
   * A machine costs less than what a node of this size serves, and not the hundred of the default.
   * The code of a JVM that has just started is not compiled yet, so that its node is slow for a
   * while. Fewer clients would wait for nodes rather than keep them busy.
   */
  static final RushedStore CASSANDRA =
      new RushedStore(
          96,
          5_000,
          new RowFormat(1, 1000),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(25),
          Duration.ofSeconds(40),
          """
          monitor: {period: 5s, samples: 3}
          threshold: {growAbove: 0.6, shrinkBelow: 0.4, average: "off"}
          mdp: {machine: 20, decideEvery: 30s, backOff: 15s}
          """);
}
