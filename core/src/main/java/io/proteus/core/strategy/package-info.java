/** Strategies turn a situation into a verdict: how many nodes, how configured, holding what. */
@NullMarked
package io.proteus.core.strategy;

import org.jspecify.annotations.NullMarked;
