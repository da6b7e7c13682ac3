/** {@code proteus tune}: which parameters matter for a workload, and which values are best. */
@NullMarked
package io.proteus.app.tuning;

import org.jspecify.annotations.NullMarked;
