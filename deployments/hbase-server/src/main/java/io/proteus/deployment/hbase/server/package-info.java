/** Runs inside the daemons of a local HBase cluster, never on Proteus's own class path. */
@NullMarked
package io.proteus.deployment.hbase.server;

import org.jspecify.annotations.NullMarked;
