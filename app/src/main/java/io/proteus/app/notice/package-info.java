/** Tells people and programs elsewhere of what happens. */
@NullMarked
package io.proteus.app.notice;

import org.jspecify.annotations.NullMarked;
