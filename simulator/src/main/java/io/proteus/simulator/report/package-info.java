/** Runs as a page to look at. */
@NullMarked
package io.proteus.simulator.report;

import org.jspecify.annotations.NullMarked;
