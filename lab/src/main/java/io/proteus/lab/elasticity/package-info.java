/** How clusters that grow and shrink under load compare, real or simulated. */
@NullMarked
package io.proteus.lab.elasticity;

import org.jspecify.annotations.NullMarked;
