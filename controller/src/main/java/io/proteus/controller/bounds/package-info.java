/** What Proteus may do without a person, and when. */
@NullMarked
package io.proteus.controller.bounds;

import org.jspecify.annotations.NullMarked;
