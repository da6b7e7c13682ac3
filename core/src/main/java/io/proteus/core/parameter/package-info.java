/** The parameters of a store, from its catalogue, and their values, as the store reports them. */
@NullMarked
package io.proteus.core.parameter;

import org.jspecify.annotations.NullMarked;
