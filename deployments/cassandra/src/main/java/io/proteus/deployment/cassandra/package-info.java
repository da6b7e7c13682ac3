/** A real cluster of Cassandra on this machine, for tests and for trying. */
@NullMarked
package io.proteus.deployment.cassandra;

import org.jspecify.annotations.NullMarked;
