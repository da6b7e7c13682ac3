/** Riak KV behind core's ports: the store places its vnodes itself, and Proteus counts nodes. */
@NullMarked
package io.proteus.engine.riak;

import org.jspecify.annotations.NullMarked;
