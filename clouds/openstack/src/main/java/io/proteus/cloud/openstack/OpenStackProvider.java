package io.proteus.cloud.openstack;

import io.proteus.cloud.provisioning.remote.RestartsOverSsh;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.util.function.Consumer;

/** {@code cloud.type: openstack}. */
public final class OpenStackProvider implements CloudProvider<OpenStackSettings> {

  @Override
  public String type() {
    return "openstack";
  }

  @Override
  public Class<OpenStackSettings> settings() {
    return OpenStackSettings.class;
  }

  @Override
  public OpenCloud open(OpenStackSettings settings, Consumer<String> progress)
      throws PortException {
    settings.boot().check();
    Credentials credentials = Credentials.read(settings.openrc(), System.getenv());
    Session session = new Session(credentials, settings.region(), HttpWire.create(), Pause.SLEEP);
    OpenStackCloud cloud = new OpenStackCloud(settings, session, progress);
    return settings
        .restart()
        .map(how -> OpenCloud.of(cloud).with(new RestartsOverSsh(how, cloud, progress)))
        .orElseGet(() -> OpenCloud.of(cloud));
  }
}
