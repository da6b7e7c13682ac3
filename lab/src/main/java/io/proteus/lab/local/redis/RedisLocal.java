package io.proteus.lab.local.redis;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import io.proteus.deployment.redis.RedisDeployment;
import io.proteus.lab.local.KeyLoad;
import io.proteus.lab.local.LocalServers;
import io.proteus.lab.local.LocalStore;
import io.proteus.lab.local.StoreFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/** {@code proteus local --store redis}: servers of Redis or Valkey, whichever is installed. */
public final class RedisLocal implements LocalStore {
  private static final int FIRST_PORT = 7001;

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public boolean isIn(Path folder) {
    return RedisDeployment.isIn(folder);
  }

  @Override
  public int up(Environment environment, Path folder, Wishes wishes) throws PortException {
    Screen screen = environment.screen();
    RedisDeployment deployment = RedisDeployment.in(folder);
    Program program = Program.onThisMachine();
    screen.err().printf("Bringing up %s in %s%n", program.path(), folder);
    deployment.up(
        program.capped(wishes.cores()),
        wishes.nodes(),
        wishes.portBase() == null ? FIRST_PORT : wishes.portBase(),
        wishes.properties(),
        line -> screen.err().println("  " + line));
    screen
        .out()
        .println(
            StoreFile.write(environment, folder, configuration(folder, deployment.addresses())));
    return ExitCode.OK;
  }

  /** The settings that lead to a cluster. */
  public static String configuration(Path folder, List<String> addresses) {
    return """
    cluster:
      name: local
    engine:
      type: redis
      name: local
      nodes: %s
      directory: "%s"
    cloud:
      type: local-redis
      directory: "%s"
    """
        .formatted(String.join(",", addresses), folder.resolve("notes"), folder);
  }

  @Override
  public int load(
      Environment environment,
      Path folder,
      int rows,
      @Nullable Double rate,
      @Nullable Duration length)
      throws PortException, InterruptedException {
    List<String> addresses = RedisDeployment.in(folder).addresses();
    if (addresses.isEmpty()) {
      throw new PortException(
          "no local cluster runs in %s. `proteus local up --store redis` brings one up."
              .formatted(folder));
    }
    try (RedisKeys keys = new RedisKeys(addresses)) {
      return new KeyLoad(keys, rows, rate).run(environment, length);
    } catch (JedisException e) {
      throw new PortException("the local cluster: " + e.getMessage(), e);
    }
  }

  @Override
  public int status(Environment environment, Path folder) throws PortException {
    return LocalServers.show(
        environment,
        RedisDeployment.in(folder).servers().stream()
            .map(
                server ->
                    new LocalServers.Server(
                        server.name(), server.address(), server.isRunning(), server.pid()))
            .toList());
  }

  @Override
  public int down(Environment environment, Path folder, boolean delete) throws PortException {
    RedisDeployment deployment = RedisDeployment.in(folder);
    return LocalServers.end(environment, delete ? deployment::destroy : deployment::down, delete);
  }
}
