/** Which partitions does each node hold? One policy a file. */
@NullMarked
package io.proteus.core.strategy.placement;

import org.jspecify.annotations.NullMarked;
