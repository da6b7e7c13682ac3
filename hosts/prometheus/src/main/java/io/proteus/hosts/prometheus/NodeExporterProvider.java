package io.proteus.hosts.prometheus;

import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.OpenStore;
import java.util.Optional;

/** The source {@code node-exporter}. */
public final class NodeExporterProvider implements HostMetricsProvider<NodeExporterSettings> {

  @Override
  public String type() {
    return "node-exporter";
  }

  @Override
  public Class<NodeExporterSettings> settings() {
    return NodeExporterSettings.class;
  }

  @Override
  public Optional<HostMetrics> open(
      NodeExporterSettings settings, OpenStore store, OpenCloud cloud) {
    return Optional.of(new NodeExporters(settings));
  }
}
