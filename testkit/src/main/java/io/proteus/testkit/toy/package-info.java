/** The smallest engine: what a store must bring at least. */
@NullMarked
package io.proteus.testkit.toy;

import org.jspecify.annotations.NullMarked;
