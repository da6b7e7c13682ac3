package io.proteus.controller.provider;

import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.OpenStore;
import java.util.Optional;

/**
 * The source {@code cloud}: the cloud in which nodes run, as the cloud itself measures its
 * machines.
 */
public final class CloudHosts implements HostMetricsProvider<CloudHosts.Settings> {
  public record Settings() {}

  @Override
  public String type() {
    return "cloud";
  }

  @Override
  public String words() {
    return "the cloud";
  }

  @Override
  public Class<Settings> settings() {
    return Settings.class;
  }

  @Override
  public Optional<HostMetrics> open(Settings settings, OpenStore store, OpenCloud cloud) {
    return cloud.hosts();
  }
}
