package io.proteus.hosts.prometheus;

import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.OpenStore;
import java.util.Optional;

/** The source {@code prometheus}. */
public final class PrometheusProvider implements HostMetricsProvider<PrometheusSettings> {

  @Override
  public String type() {
    return "prometheus";
  }

  @Override
  public String words() {
    return "Prometheus";
  }

  @Override
  public Class<PrometheusSettings> settings() {
    return PrometheusSettings.class;
  }

  @Override
  public Optional<HostMetrics> open(PrometheusSettings settings, OpenStore store, OpenCloud cloud) {
    return Optional.of(new PrometheusHosts(settings));
  }
}
