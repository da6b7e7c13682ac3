/** How values of a scenario are checked. */
@NullMarked
package io.proteus.simulator.input;

import org.jspecify.annotations.NullMarked;
