package io.proteus.cloud.ssh;

import io.proteus.cloud.provisioning.remote.Ssh;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.util.function.Consumer;

/** {@code cloud.type: ssh}. */
public final class SshCloudProvider implements CloudProvider<SshCloudSettings> {

  @Override
  public String type() {
    return "ssh";
  }

  @Override
  public Class<SshCloudSettings> settings() {
    return SshCloudSettings.class;
  }

  @Override
  public OpenCloud open(SshCloudSettings settings, Consumer<String> progress) throws PortException {
    return OpenCloud.of(new SshCloud(settings, new Ssh(settings.access(), "cloud"), progress));
  }
}
