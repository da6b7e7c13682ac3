/** From records to text: pure, without a terminal. */
@NullMarked
package io.proteus.app.rendering;

import org.jspecify.annotations.NullMarked;
