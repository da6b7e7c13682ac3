/** How many nodes? One policy a file. */
@NullMarked
package io.proteus.core.strategy.scaling;

import org.jspecify.annotations.NullMarked;
