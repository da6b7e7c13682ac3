/** What requests cost nodes, and which layout lets the cluster answer most. */
@NullMarked
package io.proteus.core.strategy.demand;

import org.jspecify.annotations.NullMarked;
