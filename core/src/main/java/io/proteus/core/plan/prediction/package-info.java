/** Predicts what a plan costs and gains before it is carried out. */
@NullMarked
package io.proteus.core.plan.prediction;

import org.jspecify.annotations.NullMarked;
