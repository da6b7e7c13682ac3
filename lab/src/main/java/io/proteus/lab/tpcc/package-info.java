/** TPC-C on a real cluster (MET-17). */
@NullMarked
package io.proteus.lab.tpcc;

import org.jspecify.annotations.NullMarked;
