/**
 * What runs inside a RegionServer: the heap tuner that holds the memory split which was set for
 * this server, and the text bodies of the two znodes that tie it to Proteus.
 *
 * <p>Java 8 byte code; nothing is on its class path but HBase's own.
 */
@NullMarked
package io.proteus.hbase.plugin;

import org.jspecify.annotations.NullMarked;
