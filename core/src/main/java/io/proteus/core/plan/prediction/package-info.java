/** What a plan is expected to cost and to gain, said before it is carried out. */
@NullMarked
package io.proteus.core.plan.prediction;

import org.jspecify.annotations.NullMarked;
