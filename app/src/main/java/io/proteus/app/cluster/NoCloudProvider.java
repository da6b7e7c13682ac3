package io.proteus.app.cluster;

import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import java.util.function.Consumer;

/** {@code cloud.type: none}: nobody restarts, starts or ends nodes. */
public final class NoCloudProvider implements CloudProvider<NoCloudProvider.Settings> {
  /** It has none. */
  public record Settings() {}

  @Override
  public String type() {
    return "none";
  }

  @Override
  public Class<Settings> settings() {
    return Settings.class;
  }

  @Override
  public OpenCloud open(Settings settings, Consumer<String> progress) {
    return OpenCloud.none();
  }
}
