/** What another configuration would decide on what a journal saw. */
@NullMarked
package io.proteus.controller.check;

import org.jspecify.annotations.NullMarked;
