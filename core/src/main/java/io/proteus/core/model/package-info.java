/** How a store behaves: what its memory, its requests and its changes cost, as its engine says. */
@NullMarked
package io.proteus.core.model;

import org.jspecify.annotations.NullMarked;
