/** Figures of hosts that Ganglia has gathered (MET-1): the XML of gmond and gmetad. */
@NullMarked
package io.proteus.hosts.ganglia;

import org.jspecify.annotations.NullMarked;
