/** Compares the predictions of plans with their results. */
@NullMarked
package io.proteus.controller.accuracy;

import org.jspecify.annotations.NullMarked;
