/** Benchmarks of the HBase engine, beside its classes so that they need not be opened for it. */
@NullMarked
package io.proteus.engine.hbase;

import org.jspecify.annotations.NullMarked;
