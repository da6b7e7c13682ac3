/** Puts back what plans changed, from the journal and from what is observed. */
@NullMarked
package io.proteus.controller.undo;

import org.jspecify.annotations.NullMarked;
