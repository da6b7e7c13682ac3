/** Turns a layout into ordered, resumable steps. */
@NullMarked
package io.proteus.core.plan;

import org.jspecify.annotations.NullMarked;
