/** Clusters of Redis and Valkey on this machine, to try Proteus on. */
@NullMarked
package io.proteus.lab.local.redis;

import org.jspecify.annotations.NullMarked;
