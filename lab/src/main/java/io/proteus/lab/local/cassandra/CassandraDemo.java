package io.proteus.lab.local.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Interruption;
import io.proteus.app.command.ApplyCommand;
import io.proteus.app.command.NodesAddCommand;
import io.proteus.app.command.UndoCommand;
import io.proteus.app.command.WatchCommand;
import io.proteus.core.port.PortException;
import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.CassandraJars;
import io.proteus.deployment.cassandra.Daemon;
import io.proteus.lab.local.KeyLoad;
import io.proteus.lab.local.OperatorCommand;
import io.proteus.lab.local.RequestMeter;
import io.proteus.lab.runner.Elapsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * {@code proteus demo --store cassandra}: three nodes that are busy get a fourth, their table is
 * set for what it is used for, and both are put back.
 */
public record CassandraDemo(Environment environment, Path folder, long windowSeconds) {
  private static final int NODES = 3;
  private static final double CORES = 0.3;
  private static final int KEYS = 2_000;

  /** Requests a second while Proteus acts. */
  private static final double MEANWHILE = 50;

  private static final String[] SOON = {"--yes", "--samples", "2", "--interval", "5s"};
  private static final long WARM_UP_S = 5;

  /** Runs it; returns the exit code, which is 1 when an acknowledged write was lost. */
  public int run() throws PortException, IOException, InterruptedException {
    Elapsed progress = Elapsed.on(environment.screen());
    CassandraDeployment deployment = CassandraDeployment.in(folder);
    deployment.destroy(line -> {});
    try (Interruption interruption =
        Interruption.handledBy(
            () -> {
              progress.accept("interrupted; ending the cluster");
              deployment.down(line -> {});
            })) {
      try {
        progress.accept("bringing up %d nodes of Cassandra".formatted(NODES));
        Path lib = CassandraJars.find(environment.home(), System.getenv("CASSANDRA_HOME"));
        deployment.up(new Daemon(lib, null, Map.of()), NODES, progress);
        return compare(deployment, progress);
      } catch (DriverException e) {
        throw new PortException("the demo's clients: " + e.getMessage(), e);
      } finally {
        deployment.destroy(line -> {});
        Files.deleteIfExists(file());
      }
    }
  }

  private int compare(CassandraDeployment deployment, Elapsed progress)
      throws PortException, IOException, InterruptedException {
    try (CassandraKeys keys = new CassandraKeys(deployment.addresses())) {
      KeyLoad load = new KeyLoad(keys, KEYS, MEANWHILE);
      try {
        load.fill();
        String set = keys.settings();
        Path file = configuration(deployment);
        load.start();
        progress.accept(
            "%d clients read and write %,d keys at QUORUM".formatted(KeyLoad.THREADS, KEYS));
        RequestMeter.Window before = measure(deployment, load);
        progress.accept("before: " + told(before));

        progress.accept("Proteus looks, and changes nothing");
        operator(file, "watch", WatchCommand::new, "--once", "--top", "0", "--interval", "5s");
        progress.accept("Proteus sets the table for what it is used for");
        String ofTheTable = operator(file, "apply", ApplyCommand::new, SOON);
        progress.accept("a fourth node joins while clients work");
        String ofTheNode = operator(file, "nodes add", NodesAddCommand::new, and("1", SOON));
        RequestMeter.Window after = measure(deployment, load);
        progress.accept("after: " + told(after));

        progress.accept("both are put back");
        operator(file, "undo", UndoCommand::new, ofTheNode, "--yes");
        operator(file, "undo", UndoCommand::new, ofTheTable, "--yes");
        KeyLoad.Ending ending = load.end();
        int left = deployment.addresses().size();
        boolean isBack = left == NODES && keys.settings().equals(set);
        environment
            .screen()
            .out()
            .printf(
                Locale.ROOT,
                "before: %s%nafter:  %s%nput back: %s; %d nodes, the table as it was: %s%n%,d acknowledged writes read back at QUORUM, %,d lost; %,d requests failed%n",
                told(before),
                told(after),
                isBack ? "yes" : "no",
                left,
                keys.settings(),
                ending.checked(),
                ending.lost(),
                ending.failed());
        return ending.lost() == 0 && isBack ? ExitCode.OK : ExitCode.ERROR;
      } finally {
        load.stop();
      }
    }
  }

  private static String told(RequestMeter.Window window) {
    return "%,.0f op/s, p99 %.0f ms".formatted(window.operationsPerSecond(), window.p99Ms());
  }

  /**
   * With caps and clients that ask as fast as they are answered. Proteus acts without either: a
   * daemon that starts takes a whole core for a while.
   */
  private RequestMeter.Window measure(CassandraDeployment deployment, KeyLoad load)
      throws PortException, InterruptedException {
    deployment.cap(CORES);
    load.pace(null);
    TimeUnit.SECONDS.sleep(WARM_UP_S);
    RequestMeter.Window window = load.measure(windowSeconds);
    load.pace(MEANWHILE);
    deployment.cap(null);
    return window;
  }

  private static String[] and(String first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  private String operator(
      Path file, String name, Function<Environment, Callable<Integer>> command, String... more)
      throws PortException {
    return new OperatorCommand(environment, name, command)
        .run(and("--config", and(file.toString(), more)));
  }

  private Path file() {
    return folder.resolve("proteus.yaml");
  }

  private Path configuration(CassandraDeployment deployment) throws PortException, IOException {
    return Files.writeString(
        file(),
        CassandraLocal.configuration(folder, deployment.addresses())
            + """
            scaling:
              policy: keep
            configuration:
              policy: policies
            policies:
              enabled: [cassandra-write, cassandra-read, cassandra-scan, cassandra-mixed]
              hold: 0s
            nodes:
              min: %d
              max: %d
            journal:
              file: "%s"
            """
                .formatted(NODES, NODES + 1, folder.resolve("notes/journal/journal.db")));
  }
}
