/** A cluster and the measurements of it, in terms of no single store. */
@NullMarked
package io.proteus.core.cluster;

import org.jspecify.annotations.NullMarked;
