/** How long a cluster is without a leader when the leading Proteus dies. */
@NullMarked
package io.proteus.lab.failover;

import org.jspecify.annotations.NullMarked;
