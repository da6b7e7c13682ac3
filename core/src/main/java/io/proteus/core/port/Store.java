package io.proteus.core.port;

import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;

/** A store that is looked at. What may be done to it is in its {@link Facets}. */
public interface Store extends AutoCloseable {

  /**
   * The cluster's own name or id, as in {@link Topology#cluster}. It survives restarts and is
   * unique.
   */
  default String clusterId() throws PortException {
    return topology().cluster();
  }

  /**
   * The nodes and the partitions that they serve now. The call is light enough for once a second.
   */
  Topology topology() throws PortException;

  /**
   * The topology with all counters. What could not be read is a gap in the topology, never zero.
   */
  Sample sample() throws PortException;

  /**
   * Settings of nodes as the store's own files have them, for whoever starts one. Plans have them
   * in the units of the store's catalogue.
   *
   * @throws PortException where no node starts with such a value
   */
  default SettingsChange written(SettingsChange settings) throws PortException {
    return settings;
  }

  /** Lets go of what it holds; a store that holds nothing needs none. */
  @Override
  default void close() {}
}
