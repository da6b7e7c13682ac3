/**
 * An HBase cluster of real daemons on this machine: its configuration files, its class path, its
 * ports, and the order in which it starts.
 */
@NullMarked
package io.proteus.deployment.hbase;

import org.jspecify.annotations.NullMarked;
