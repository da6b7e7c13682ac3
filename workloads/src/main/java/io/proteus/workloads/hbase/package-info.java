/**
 * The tenants on HBase: their tables, the load phase and YCSB's binding, over the public client.
 */
@NullMarked
package io.proteus.workloads.hbase;

import org.jspecify.annotations.NullMarked;
