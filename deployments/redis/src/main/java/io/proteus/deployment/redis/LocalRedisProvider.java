package io.proteus.deployment.redis;

import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.util.function.Consumer;

/** {@code cloud.type: local-redis}. */
public final class LocalRedisProvider implements CloudProvider<LocalRedisSettings> {

  @Override
  public String type() {
    return "local-redis";
  }

  @Override
  public Class<LocalRedisSettings> settings() {
    return LocalRedisSettings.class;
  }

  @Override
  public OpenCloud open(LocalRedisSettings settings, Consumer<String> progress)
      throws PortException {
    return OpenCloud.of(
        new LocalRedis(
            RedisDeployment.in(settings.directory().orElseThrow()), progress, settings.prices()));
  }
}
