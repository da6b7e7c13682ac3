/** The whole way from a situation to a plan, still pure. */
@NullMarked
package io.proteus.core.decision;

import org.jspecify.annotations.NullMarked;
