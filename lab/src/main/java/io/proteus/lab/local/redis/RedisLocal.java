package io.proteus.lab.local.redis;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.command.ClusterOptions;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import io.proteus.deployment.redis.RedisDeployment;
import io.proteus.lab.local.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code proteus local --store redis}: servers of Redis or Valkey, whichever is installed. */
public final class RedisLocal implements LocalStore {
  private static final int FIRST_PORT = 7001;
  private static final int THREADS = 8;

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
    screen.out().println(write(environment, folder, deployment.addresses()));
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

  private static String write(Environment environment, Path folder, List<String> addresses)
      throws PortException {
    Path own = folder.resolve(ClusterOptions.DEFAULT_FILE);
    Path here = environment.folder().resolve(ClusterOptions.DEFAULT_FILE);
    String text = configuration(folder, addresses);
    try {
      if (!Files.exists(own)) {
        Files.writeString(own, text);
      }
      if (!Files.exists(here)) {
        Files.writeString(here, text);
      }
      return Files.readString(here).equals(Files.readString(own))
          ? "proteus.yaml leads to it. Look at the cluster with: proteus watch"
          : "proteus.yaml here is of another cluster; %s leads to this one. Look at it with: proteus watch --config %s"
              .formatted(own, own);
    } catch (IOException e) {
      throw new PortException("proteus.yaml: cannot be written (%s).".formatted(e), e);
    }
  }

  @Override
  public int load(
      Environment environment,
      Path folder,
      int rows,
      @Nullable Double rate,
      @Nullable Duration length)
      throws PortException, InterruptedException {
    Screen screen = environment.screen();
    List<String> addresses = RedisDeployment.in(folder).addresses();
    if (addresses.isEmpty()) {
      throw new PortException(
          "no local cluster runs in %s. `proteus local up --store redis` brings one up."
              .formatted(folder));
    }
    try (Signals signals = Signals.handled(screen);
        RedisLoad load = new RedisLoad(addresses, rows, THREADS, rate)) {
      load.fill();
      screen.err().printf(Locale.ROOT, "%,d keys; at work, Ctrl-C ends it%n", rows);
      load.start();
      long begin = System.nanoTime();
      while (!signals.received()
          && (length == null || System.nanoTime() - begin < length.toNanos())) {
        TimeUnit.SECONDS.sleep(1);
        screen.progress("  %,.0f op/s".formatted(load.sinceLastAsked()));
      }
      load.stop();
      screen.progress("");
      long lost = load.lost();
      screen
          .out()
          .printf(
              Locale.ROOT,
              "%,d operations, %,d failed; %,d acknowledged writes read back, %,d lost.%n",
              load.operations(),
              load.failures(),
              load.acknowledged(),
              lost);
      return lost == 0 ? ExitCode.OK : ExitCode.ERROR;
    }
  }

  @Override
  public int status(Environment environment, Path folder) throws PortException {
    boolean all = true;
    for (RedisDeployment.Server server : RedisDeployment.in(folder).servers()) {
      all &= server.isRunning();
      environment
          .screen()
          .out()
          .printf(
              "%-10s %-16s %s%n",
              server.name(),
              server.address(),
              server.isRunning() ? "process " + server.pid() : "down");
    }
    return all ? ExitCode.OK : ExitCode.ERROR;
  }

  @Override
  public int down(Environment environment, Path folder, boolean delete) throws PortException {
    Screen screen = environment.screen();
    RedisDeployment deployment = RedisDeployment.in(folder);
    if (delete) {
      deployment.destroy(line -> screen.err().println("  " + line));
      screen.out().println("Ended and deleted.");
    } else {
      deployment.down(line -> screen.err().println("  " + line));
    }
    return ExitCode.OK;
  }
}
