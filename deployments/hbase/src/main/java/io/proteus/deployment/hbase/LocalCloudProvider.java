package io.proteus.deployment.hbase;

import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.util.function.Consumer;

/** {@code cloud.type: local}. */
public final class LocalCloudProvider implements CloudProvider<LocalCloudSettings> {

  @Override
  public String type() {
    return "local";
  }

  @Override
  public Class<LocalCloudSettings> settings() {
    return LocalCloudSettings.class;
  }

  @Override
  public OpenCloud open(LocalCloudSettings settings, Consumer<String> progress)
      throws PortException {
    return OpenCloud.of(
        new LocalCloud(
            LocalDeployment.in(settings.directory().orElseThrow()),
            progress,
            joining -> {},
            settings.prices()));
  }
}
