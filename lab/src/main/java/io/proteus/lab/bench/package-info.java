/** A workload with settings on a real cluster: what one measurement of settings is. */
@NullMarked
package io.proteus.lab.bench;

import org.jspecify.annotations.NullMarked;
