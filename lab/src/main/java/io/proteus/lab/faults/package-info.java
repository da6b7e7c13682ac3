/** What goes wrong around Proteus, for real, and what must be true afterwards. */
@NullMarked
package io.proteus.lab.faults;

import org.jspecify.annotations.NullMarked;
