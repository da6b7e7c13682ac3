/** The life of an action, from its proposal to its end, as the journal tells it. */
@NullMarked
package io.proteus.controller.action;

import org.jspecify.annotations.NullMarked;
