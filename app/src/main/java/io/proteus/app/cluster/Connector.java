package io.proteus.app.cluster;

import io.proteus.controller.configuration.Configuration;
import io.proteus.core.port.PortException;

/** Reaches the cluster that a configuration describes; tests reach one in memory. */
@FunctionalInterface
public interface Connector {
  ClusterConnection connect(Configuration configuration) throws PortException;

  /**
   * Refuses a configuration with which no cluster will ever be reached, without a look at one.
   *
   * @throws io.proteus.core.units.InvalidValue with the key, the value and what was expected
   */
  default void check(Configuration configuration) {}
}
