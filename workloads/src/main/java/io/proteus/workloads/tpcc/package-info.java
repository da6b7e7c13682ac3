/** TPC-C on stores of rows (MET-17): its tables, transactions, terminals and consistency. */
@NullMarked
package io.proteus.workloads.tpcc;

import org.jspecify.annotations.NullMarked;
