/** A simulated cluster as an engine: it lives on while commands come and go, without any store. */
@NullMarked
package io.proteus.simulator.live;

import org.jspecify.annotations.NullMarked;
