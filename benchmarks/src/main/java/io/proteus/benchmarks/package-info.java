/** What deciding costs, by the size of the cluster (docs/benchmarks.md). */
@NullMarked
package io.proteus.benchmarks;

import org.jspecify.annotations.NullMarked;
