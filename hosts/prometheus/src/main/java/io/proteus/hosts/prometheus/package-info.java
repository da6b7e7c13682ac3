/** Figures of hosts from a Prometheus server, or from the node_exporters themselves (MET-1). */
@NullMarked
package io.proteus.hosts.prometheus;

import org.jspecify.annotations.NullMarked;
