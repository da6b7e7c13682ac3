/** The bytes that placement moves, beside the fewest that reach the same balance. */
@NullMarked
package io.proteus.benchmarks.placement;

import org.jspecify.annotations.NullMarked;
