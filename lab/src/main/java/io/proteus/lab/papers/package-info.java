/** The experiments that the simulator runs: the figures of the papers, and loads of days. */
@NullMarked
package io.proteus.lab.papers;

import org.jspecify.annotations.NullMarked;
