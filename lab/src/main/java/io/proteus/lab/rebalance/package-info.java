/** A hot shard of Redis: left alone, rebalanced by count, and put right by Proteus. */
@NullMarked
package io.proteus.lab.rebalance;

import org.jspecify.annotations.NullMarked;
