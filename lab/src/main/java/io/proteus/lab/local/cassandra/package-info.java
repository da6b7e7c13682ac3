/** Clusters of Cassandra on this machine, to try Proteus on. */
@NullMarked
package io.proteus.lab.local.cassandra;

import org.jspecify.annotations.NullMarked;
