package io.proteus.controller.configuration;

import io.proteus.controller.provider.HostSources;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import java.util.Optional;

/**
 * A source of host metrics with its own settings.
 *
 * @param <S> the record of these
 */
public record HostChoice<S>(HostMetricsProvider<S> provider, S settings) {

  /** Reaches it; empty where it has nothing to tell of this cluster. */
  public Optional<HostSources.Source> open(OpenStore store, OpenCloud cloud) throws PortException {
    return provider
        .open(settings, store, cloud)
        .map(metrics -> new HostSources.Source(provider.words(), metrics));
  }
}
