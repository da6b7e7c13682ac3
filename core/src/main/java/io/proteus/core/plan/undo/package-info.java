/** The plan that puts back what an action changed. */
@NullMarked
package io.proteus.core.plan.undo;

import org.jspecify.annotations.NullMarked;
