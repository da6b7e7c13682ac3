/** Runs of scenarios and what came of them. */
@NullMarked
package io.proteus.simulator.run;

import org.jspecify.annotations.NullMarked;
