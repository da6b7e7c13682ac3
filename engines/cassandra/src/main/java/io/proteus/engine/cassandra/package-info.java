/** Cassandra behind core's ports, over JMX: a range of tokens of a keyspace is a partition. */
@NullMarked
package io.proteus.engine.cassandra;

import org.jspecify.annotations.NullMarked;
