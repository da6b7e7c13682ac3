/** From counters to rates, and from rates to a smoothed window (MET-3). */
@NullMarked
package io.proteus.core.history;

import org.jspecify.annotations.NullMarked;
