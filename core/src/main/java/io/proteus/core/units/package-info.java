/** Quantities with their units, so that no signature takes a bare number. */
@NullMarked
package io.proteus.core.units;

import org.jspecify.annotations.NullMarked;
