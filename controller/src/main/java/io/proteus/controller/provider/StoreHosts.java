package io.proteus.controller.provider;

import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.OpenStore;
import java.util.Optional;

/** The source {@code store}: nodes of the store that measure their hosts. */
public final class StoreHosts implements HostMetricsProvider<StoreHosts.Settings> {
  public record Settings() {}

  @Override
  public String type() {
    return "store";
  }

  @Override
  public String words() {
    return "the store";
  }

  @Override
  public Class<Settings> settings() {
    return Settings.class;
  }

  @Override
  public Optional<HostMetrics> open(Settings settings, OpenStore store, OpenCloud cloud) {
    return store.hosts();
  }
}
