/** A store, its machines and its clients on virtual time, behind the ports of production. */
@NullMarked
package io.proteus.simulator.world;

import org.jspecify.annotations.NullMarked;
