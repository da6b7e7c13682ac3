package io.proteus.app.cluster;

import io.proteus.controller.configuration.Configuration;
import io.proteus.core.port.PortException;

/** Reaches the cluster that a configuration describes; tests reach one in memory. */
@FunctionalInterface
public interface Connector {
  ClusterConnection connect(Configuration configuration) throws PortException;
}
