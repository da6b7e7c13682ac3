package io.proteus.cloud.openstack;

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
    return OpenCloud.of(new OpenStackCloud(settings, session, progress));
  }
}
