/** {@code proteus experiment arena}: strategies on simulated loads that nobody tuned them to. */
@NullMarked
package io.proteus.lab.arena;

import org.jspecify.annotations.NullMarked;
