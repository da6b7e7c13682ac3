/** A double of a Riak KV cluster that serves what a real one answered. */
@NullMarked
package io.proteus.testkit.riak;

import org.jspecify.annotations.NullMarked;
