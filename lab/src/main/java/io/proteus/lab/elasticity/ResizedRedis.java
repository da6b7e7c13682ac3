package io.proteus.lab.elasticity;

import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import io.proteus.deployment.redis.RedisDeployment;
import io.proteus.lab.local.redis.FreePorts;
import io.proteus.lab.local.redis.RedisLocal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Redis or Valkey, whichever this machine has. */
final class ResizedRedis implements ResizedStore {
  private static final int LOWEST_PORT = 8201;
  private static final int HIGHEST_PORT = 8991;

  @Override
  public String configuration(Path folder, List<String> addresses) {
    return RedisLocal.configuration(folder, addresses);
  }

  @Override
  public Cluster in(Path folder) throws PortException {
    return new OfRedis(RedisDeployment.in(folder));
  }

  private record OfRedis(RedisDeployment deployment) implements Cluster {
    @Override
    public void up(StoreScript script) throws PortException {
      deployment.up(
          Program.onThisMachine().capped(script.cores()),
          script.nodes(),
          FreePorts.inARow(script.most(), LOWEST_PORT, HIGHEST_PORT),
          Map.of("appendonly", "no"),
          line -> {});
    }

    @Override
    public List<String> addresses() throws PortException {
      return deployment.addresses();
    }

    @Override
    public void cap(@Nullable Double cores) throws PortException {
      deployment.cap(cores);
    }

    @Override
    public void capNewcomer(String server, double cores) {}

    @Override
    public StoreRows rows(int clients) throws PortException {
      return new RedisRows(deployment.addresses(), clients);
    }

    @Override
    public void down() throws PortException {
      deployment.down(line -> {});
    }

    @Override
    public void destroy() throws PortException {
      deployment.destroy(line -> {});
    }
  }
}
