package io.proteus.lab.rebalance;

import io.proteus.app.Environment;
import io.proteus.app.Interruption;
import io.proteus.app.command.ApplyCommand;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.LocalRedis;
import io.proteus.deployment.redis.Program;
import io.proteus.deployment.redis.RedisDeployment;
import io.proteus.lab.local.OperatorCommand;
import io.proteus.lab.local.RequestMeter;
import io.proteus.lab.local.redis.FreePorts;
import io.proteus.lab.local.redis.RedisLocal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/**
 * A cluster of four shards under load, one of which is hot and one of which has just joined and is
 * empty. It is deleted when it is closed.
 */
final class RedisStage implements AutoCloseable {
  private static final int SHARDS = 4;
  private static final int LOWEST_PORT = 7201;
  private static final int HIGHEST_PORT = 7991;

  private static final long UNTIL_REBALANCED_S = 300;
  private static final long WARM_UP_S = 2;
  private static final long SPREADING_PAUSE_MS = 50;

  private final Environment environment;
  private final Path folder;
  private final double cores;
  private final int clients;
  private final RedisDeployment deployment;
  private final HotSlots slots;
  private final PipelinedLoad load;
  private final Map<Integer, HostAndPort> before;
  private final HostAndPort entry;
  private final Interruption interruption;

  private RedisStage(
      Environment environment,
      Path folder,
      double cores,
      int clients,
      RedisDeployment deployment,
      long seed,
      Interruption interruption)
      throws PortException {
    this.environment = environment;
    this.folder = folder;
    this.cores = cores;
    this.clients = clients;
    this.deployment = deployment;
    this.slots = new HotSlots(seed);
    this.entry = HostAndPort.from(deployment.addresses().get(0));
    this.interruption = interruption;
    this.before = owners();
    this.load = new PipelinedLoad(slots, entry, seed, clients);
  }

  /**
   * Brings it up and fills it; clients are at work from then on.
   *
   * @param cores that each shard may use
   * @param clients that ask
   */
  static RedisStage open(
      Environment environment,
      Path folder,
      double cores,
      int clients,
      long seed,
      Consumer<String> progress)
      throws PortException, InterruptedException {
    RedisDeployment deployment = RedisDeployment.in(folder);
    deployment.destroy(line -> {});
    Interruption interruption =
        Interruption.handledBy(
            () -> {
              progress.accept("interrupted; ending the cluster");
              deployment.down(line -> {});
            });
    try {
      Program program = Program.onThisMachine().capped(cores);
      int port = FreePorts.inARow(SHARDS, LOWEST_PORT, HIGHEST_PORT);
      deployment.up(program, SHARDS - 1, port, Map.of("appendonly", "no"), line -> {});
      join(deployment);
      RedisStage stage =
          new RedisStage(environment, folder, cores, clients, deployment, seed, interruption);
      stage.load.fill();
      stage.load.start();
      TimeUnit.SECONDS.sleep(WARM_UP_S);
      progress.accept(
          "%d shards of %s of a core each, one empty; %.0f %% of the requests are for one"
              .formatted(SHARDS, cores, 100 * stage.hottest()));
      return stage;
    } catch (PortException | InterruptedException | RuntimeException e) {
      deployment.destroy(line -> {});
      interruption.close();
      throw e;
    }
  }

  /** One more server, which has no slot yet. */
  private static void join(RedisDeployment deployment) throws PortException {
    List<String> members = deployment.addresses();
    new LocalRedis(deployment, line -> {}).launch(SHARDS, Map.of());
    String added =
        deployment.addresses().stream()
            .filter(address -> !members.contains(address))
            .findFirst()
            .orElseThrow();
    try (Jedis member = new Jedis(HostAndPort.from(members.get(0)))) {
      HostAndPort address = HostAndPort.from(added);
      member.clusterMeet(address.getHost(), address.getPort());
    }
    deployment.awaitWell();
  }

  private Map<Integer, HostAndPort> owners() {
    try (Jedis any = new Jedis(entry)) {
      return SlotOwners.of(any);
    }
  }

  double hottest() {
    return SlotOwners.hottest(owners(), slots);
  }

  /** Measures as it is now. */
  RequestMeter.Window measure(long seconds) throws InterruptedException {
    TimeUnit.SECONDS.sleep(WARM_UP_S);
    return load.measure(seconds);
  }

  /**
   * Has slots spread while clients ask for less and shards may use more than what is measured: on
   * full shards a move takes many times as long, whoever makes it. Returns the seconds.
   */
  double spread(Rebalancer by, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    deployment.cap(null);
    load.pause(SPREADING_PAUSE_MS);
    long from = System.nanoTime();
    if (by == Rebalancer.BY_COUNT) {
      rebalance();
    } else if (by == Rebalancer.PROTEUS) {
      apply();
    }
    double seconds = (System.nanoTime() - from) / 1e9;
    deployment.cap(cores);
    load.pause(0);
    progress.accept(
        "%s: %.0f s, the hottest shard has %.0f %% of the requests"
            .formatted(by.words(), seconds, 100 * hottest()));
    return seconds;
  }

  private void rebalance() throws PortException, IOException, InterruptedException {
    String command =
        Program.find("valkey-cli")
            .or(() -> Program.find("redis-cli"))
            .orElseThrow(
                () -> new PortException("neither valkey-cli nor redis-cli is on the PATH."));
    Path log = folder.resolve("logs").resolve("rebalance.log");
    Process process =
        new ProcessBuilder(
                command,
                "--cluster",
                "rebalance",
                entry.toString(),
                "--cluster-use-empty-masters",
                "--cluster-pipeline",
                "100")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!process.waitFor(UNTIL_REBALANCED_S, TimeUnit.SECONDS)) {
      process.destroy();
      throw new PortException(
          "%s --cluster rebalance has not ended in %d s.".formatted(command, UNTIL_REBALANCED_S));
    }
    if (process.exitValue() != 0) {
      throw new PortException(
          "%s --cluster rebalance failed: %s".formatted(command, lastOf(Files.readAllLines(log))));
    }
  }

  private static String lastOf(List<String> lines) {
    return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
  }

  /** As an operator would: the command itself, which looks, plans and acts. */
  private void apply() throws PortException, IOException {
    List<String> members = new ArrayList<>(deployment.addresses());
    Path file = folder.resolve("proteus.yaml");
    Files.writeString(
        file,
        RedisLocal.configuration(folder, members)
            + """
            strategy: threshold
            configuration:
              policy: keep
            placement:
              even: load
            nodes:
              min: %d
              max: %d
            journal:
              file: "%s"
            """
                .formatted(SHARDS, SHARDS, folder.resolve("notes").resolve("journal.db")));
    new OperatorCommand(environment, "apply", ApplyCommand::new)
        .run(
            "--config",
            file.toString(),
            "--yes",
            "--regardless-of-load",
            "--samples",
            "3",
            "--interval",
            "3s");
  }

  /** Ends the clients and tells what came of it. */
  Spreading end(RequestMeter.Window window, double seconds) throws InterruptedException {
    Map<Integer, HostAndPort> after = owners();
    return new Spreading(
        window.operationsPerSecond(),
        window.p99Ms(),
        SlotOwners.hottest(after, slots),
        clients * SlotOwners.moved(before, after),
        seconds,
        window.failed(),
        load.endAndCountLost());
  }

  @Override
  public void close() throws PortException {
    load.close();
    deployment.destroy(line -> {});
    interruption.close();
  }
}
