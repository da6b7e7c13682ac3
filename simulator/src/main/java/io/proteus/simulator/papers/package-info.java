/** The papers' figures beside what the simulator makes of them. */
@NullMarked
package io.proteus.simulator.papers;

import org.jspecify.annotations.NullMarked;
