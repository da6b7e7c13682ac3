/** What can be set in a store, as its catalogue says, and what is set, as the store says. */
@NullMarked
package io.proteus.core.parameter;

import org.jspecify.annotations.NullMarked;
