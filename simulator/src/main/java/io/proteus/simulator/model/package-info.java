/** The capacity model: stations, caches, hardware, and every constant. */
@NullMarked
package io.proteus.simulator.model;

import org.jspecify.annotations.NullMarked;
