package io.proteus.cloud.ec2;

import io.proteus.cloud.provisioning.remote.RestartsOverSsh;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.time.InstantSource;
import java.util.function.Consumer;

/** {@code cloud.type: ec2}. No class of the SDK is loaded before the cloud is opened. */
public final class Ec2CloudProvider implements CloudProvider<Ec2CloudSettings> {

  @Override
  public String type() {
    return "ec2";
  }

  @Override
  public Class<Ec2CloudSettings> settings() {
    return Ec2CloudSettings.class;
  }

  @Override
  public OpenCloud open(Ec2CloudSettings settings, Consumer<String> progress) throws PortException {
    settings.boot().check();
    Ec2Cloud cloud =
        new Ec2Cloud(
            settings, new Ec2Connection(settings).client(), InstantSource.system(), progress);
    return settings
        .restart()
        .map(how -> OpenCloud.of(cloud).with(new RestartsOverSsh(how, cloud, progress)))
        .orElseGet(() -> OpenCloud.of(cloud));
  }
}
