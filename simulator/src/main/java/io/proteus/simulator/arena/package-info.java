/**
 * Strategies on loads that nobody tuned them to: scenarios drawn by families, beside an oracle that
 * knows the future and beside doing nothing.
 */
@NullMarked
package io.proteus.simulator.arena;

import org.jspecify.annotations.NullMarked;
