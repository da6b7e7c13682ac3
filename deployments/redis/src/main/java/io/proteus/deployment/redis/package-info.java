/** A real cluster of Redis or Valkey on this machine, for tests and for trying. */
@NullMarked
package io.proteus.deployment.redis;

import org.jspecify.annotations.NullMarked;
