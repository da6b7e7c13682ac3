/** The changes that a plan is made of, one file a kind of step, and what they cost. */
@NullMarked
package io.proteus.core.step;

import org.jspecify.annotations.NullMarked;
