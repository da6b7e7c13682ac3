/** {@code proteus tune}: which parameters matter for a workload, and which values are best. */
@NullMarked
package io.proteus.lab.tuning;

import org.jspecify.annotations.NullMarked;
