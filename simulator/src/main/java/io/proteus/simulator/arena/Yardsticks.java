package io.proteus.simulator.arena;

/**
 * What strategies are held against in a scenario.
 *
 * @param nobody where nobody acts
 */
record Yardsticks(Oracle oracle, Tally nobody) {}
