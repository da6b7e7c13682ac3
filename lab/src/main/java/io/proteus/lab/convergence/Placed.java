package io.proteus.lab.convergence;

import io.proteus.lab.stage.Arrangement;

/**
 * An arrangement at one size of the data: the effect depends on what fits into which cache.
 *
 * @param rows of an ordinary tenant
 */
public record Placed(Arrangement arrangement, int rows) {}
