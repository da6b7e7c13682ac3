/** Undoes plans from the journal and from observation. */
@NullMarked
package io.proteus.controller.undo;

import org.jspecify.annotations.NullMarked;
