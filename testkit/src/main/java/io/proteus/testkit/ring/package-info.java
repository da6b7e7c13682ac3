/** Stores in memory whose partitions have replicas: a ring that places them, and shards. */
@NullMarked
package io.proteus.testkit.ring;

import org.jspecify.annotations.NullMarked;
