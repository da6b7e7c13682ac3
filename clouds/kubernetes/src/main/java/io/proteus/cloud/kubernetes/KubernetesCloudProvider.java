package io.proteus.cloud.kubernetes;

import io.proteus.core.port.ClaimSetting;
import io.proteus.core.port.CloudClaiming;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code cloud.type: kubernetes}. */
public final class KubernetesCloudProvider implements CloudProvider<KubernetesCloudSettings> {
  private static final String LEASE = "cloud.lease";

  @Override
  public String type() {
    return "kubernetes";
  }

  @Override
  public Class<KubernetesCloudSettings> settings() {
    return KubernetesCloudSettings.class;
  }

  @Override
  public Optional<ClaimSetting> claim(KubernetesCloudSettings settings) {
    return settings.lease().map(lease -> new ClaimSetting(LEASE, lease));
  }

  @Override
  public OpenCloud open(KubernetesCloudSettings settings, Consumer<String> progress)
      throws PortException {
    var connection = new KubernetesConnection(settings);
    OpenCloud cloud =
        OpenCloud.of(
            new KubernetesCloud(
                settings,
                new StatefulSetApi(settings, connection.client()),
                InstantSource.system(),
                progress));
    if (settings.lease().isEmpty()) {
      return cloud;
    }
    LeaseApi lease = new LeaseApi(settings, settings.lease().get(), connection.clientForClaim());
    return cloud.with(new CloudClaiming(LEASE, new LeaseClaims(settings.cluster(), lease)));
  }
}
