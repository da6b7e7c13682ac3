/** What a real cluster did, read from a journal, to be played again. */
@NullMarked
package io.proteus.simulator.replay;

import org.jspecify.annotations.NullMarked;
