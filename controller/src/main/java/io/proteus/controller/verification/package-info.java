/** Compares what came of a plan with what was before it, beyond noise. */
@NullMarked
package io.proteus.controller.verification;

import org.jspecify.annotations.NullMarked;
