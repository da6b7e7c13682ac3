/** The local cluster that an experiment runs on, and what experiments have in common. */
@NullMarked
package io.proteus.lab.stage;

import org.jspecify.annotations.NullMarked;
