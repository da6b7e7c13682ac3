/** Guards turn a retarget into a hold. */
@NullMarked
package io.proteus.core.strategy.guard;

import org.jspecify.annotations.NullMarked;
