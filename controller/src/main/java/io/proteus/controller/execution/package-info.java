/** Carries plans out, and picks up what a crash left. */
@NullMarked
package io.proteus.controller.execution;

import org.jspecify.annotations.NullMarked;
