/** Every scaling policy under every kind of load (MDP-7). */
@NullMarked
package io.proteus.simulator.loads;

import org.jspecify.annotations.NullMarked;
