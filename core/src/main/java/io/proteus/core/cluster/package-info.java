/** What a cluster is and what was measured of it, in no store's own words. */
@NullMarked
package io.proteus.core.cluster;

import org.jspecify.annotations.NullMarked;
