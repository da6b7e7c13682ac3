/** The checks that say what is wrong with a cluster, whatever its store. */
@NullMarked
package io.proteus.core.doctor;

import org.jspecify.annotations.NullMarked;
