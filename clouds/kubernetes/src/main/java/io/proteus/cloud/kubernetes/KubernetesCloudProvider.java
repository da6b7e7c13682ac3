package io.proteus.cloud.kubernetes;

import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.time.InstantSource;
import java.util.function.Consumer;

/** {@code cloud.type: kubernetes}. */
public final class KubernetesCloudProvider implements CloudProvider<KubernetesCloudSettings> {

  @Override
  public String type() {
    return "kubernetes";
  }

  @Override
  public Class<KubernetesCloudSettings> settings() {
    return KubernetesCloudSettings.class;
  }

  @Override
  public OpenCloud open(KubernetesCloudSettings settings, Consumer<String> progress)
      throws PortException {
    var connection = new KubernetesConnection(settings);
    return OpenCloud.of(
        new KubernetesCloud(
            settings,
            new StatefulSetApi(settings, connection.client()),
            InstantSource.system(),
            progress));
  }
}
