package io.proteus.core.port;

import java.util.Optional;

/**
 * A source of figures of the nodes' hosts. It is found as a {@link java.util.ServiceLoader
 * service}.
 *
 * @param <S> a record of settings, the keys of the section {@code hosts.<type>}
 */
public interface HostMetricsProvider<S> {

  /** The name in {@code hosts.sources}. */
  String type();

  /** The record of its settings. */
  Class<S> settings();

  /** The name of the source within a sentence. */
  default String words() {
    return type();
  }

  /**
   * Reaches it.
   *
   * @param store as it was reached
   * @param cloud as it was reached
   * @return empty where it has nothing to tell of this cluster
   */
  Optional<HostMetrics> open(S settings, OpenStore store, OpenCloud cloud) throws PortException;
}
