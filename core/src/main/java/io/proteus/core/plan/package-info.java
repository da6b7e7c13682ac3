/** From a layout to ordered, resumable steps. */
@NullMarked
package io.proteus.core.plan;

import org.jspecify.annotations.NullMarked;
