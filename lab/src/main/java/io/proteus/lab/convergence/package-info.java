/** How fast MeT gets a badly placed cluster right, against placements made by hand. */
@NullMarked
package io.proteus.lab.convergence;

import org.jspecify.annotations.NullMarked;
