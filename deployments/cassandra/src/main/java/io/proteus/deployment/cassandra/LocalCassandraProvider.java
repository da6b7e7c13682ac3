package io.proteus.deployment.cassandra;

import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.util.function.Consumer;

/** {@code cloud.type: local-cassandra}. */
public final class LocalCassandraProvider implements CloudProvider<LocalCassandraSettings> {

  @Override
  public String type() {
    return "local-cassandra";
  }

  @Override
  public Class<LocalCassandraSettings> settings() {
    return LocalCassandraSettings.class;
  }

  @Override
  public OpenCloud open(LocalCassandraSettings settings, Consumer<String> progress)
      throws PortException {
    return OpenCloud.of(
        new LocalCassandra(
            CassandraDeployment.in(settings.directory().orElseThrow()),
            progress,
            settings.prices()));
  }
}
