/**
 * Redis Cluster and Valkey Cluster behind core's ports: a shard is a node, a range of hash slots a
 * partition.
 */
@NullMarked
package io.proteus.engine.redis;

import org.jspecify.annotations.NullMarked;
