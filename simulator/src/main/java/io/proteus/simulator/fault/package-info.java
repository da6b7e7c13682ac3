/** What goes wrong in a scenario, and when: a file for each fault, and one list of all. */
@NullMarked
package io.proteus.simulator.fault;

import org.jspecify.annotations.NullMarked;
