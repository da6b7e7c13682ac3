package io.proteus.hosts.ganglia;

import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.OpenStore;
import java.util.Optional;

/** The source {@code ganglia}. */
public final class GangliaProvider implements HostMetricsProvider<GangliaSettings> {

  @Override
  public String type() {
    return "ganglia";
  }

  @Override
  public String words() {
    return "Ganglia";
  }

  @Override
  public Class<GangliaSettings> settings() {
    return GangliaSettings.class;
  }

  @Override
  public Optional<HostMetrics> open(GangliaSettings settings, OpenStore store, OpenCloud cloud) {
    return Optional.of(new GangliaHosts(settings));
  }
}
