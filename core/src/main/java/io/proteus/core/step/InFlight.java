package io.proteus.core.step;

/**
 * How many steps an operator allows at once.
 *
 * @param moves partitions for every ten nodes ({@code execution.movesInFlight})
 * @param compactions in the whole cluster ({@code execution.compactionsInFlight})
 */
public record InFlight(int moves, int compactions) {}
