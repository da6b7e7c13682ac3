/** What goes wrong around Proteus, for real, and what must be true afterwards. */
@NullMarked
package io.proteus.app.experiment.faults;

import org.jspecify.annotations.NullMarked;
