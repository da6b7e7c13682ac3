package io.proteus.app.server;

import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.cluster.StoreParameters;
import io.proteus.app.command.FixedSettings;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.RequestRates;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One daemon that looks after the clusters orders, of two nodes, and billing, of three. */
final class TwoClusters implements AutoCloseable {
  private static final Map<String, Integer> NODES = Map.of("orders", 2, "billing", 3);

  private final StopSignal stop;
  private final Daemon daemon;
  private final Thread running;
  private final CountDownLatch decided = new CountDownLatch(NODES.size());

  private TwoClusters(StopSignal stop, Daemon daemon) {
    this.stop = stop;
    this.daemon = daemon;
    this.running = new Thread(this::run, "two clusters");
  }

  /** Begins to serve, and comes back when both were decided on; cycles go on by themselves. */
  static TwoClusters start(Path folder) throws Exception {
    StopSignal stop = new StopSignal();
    TwoClusters both =
        new TwoClusters(
            stop,
            Daemon.start(
                List.of(configuration(folder, "orders"), configuration(folder, "billing")),
                TwoClusters::connect,
                "the test",
                settings -> settings,
                Time.ofTheDay(),
                Map.of(),
                stop));
    both.running.start();
    if (!both.decided.await(1, TimeUnit.MINUTES)) {
      both.close();
      throw new IllegalStateException("Not both clusters were decided on within a minute.");
    }
    return both;
  }

  private static Configuration configuration(Path folder, String name) throws Exception {
    return Configuration.parse(
        name + ".yaml",
        """
        cluster: {name: %s}
        engine: {zookeeper: 'localhost:2181'}
        strategy: met
        monitor: {period: 500ms, samples: 1}
        journal: {file: %s.db}
        server: {port: 0}
        """
            .formatted(name, name),
        folder);
  }

  private static ClusterConnection connect(Configuration configuration) {
    String name = configuration.clusterName();
    var described = InMemoryCluster.cluster().named(name).clock(InstantSource.system());
    for (int node = 1; node <= NODES.get(name); node++) {
      described.node(name + "-" + node).cpu(0.3).holding("t1", 2, new RequestRates(100, 0, 0));
    }
    InMemoryCluster cluster = described.build();
    return new ClusterConnection(
        configuration,
        HBaseWords.WORDS,
        cluster.ports(),
        cluster.hosts(),
        new StoreParameters(ShippedGuide.of("hbase").catalogue(), new FixedSettings()),
        Duration.ZERO,
        new InMemoryTables());
  }

  private void run() {
    try {
      Set<String> seen = ConcurrentHashMap.newKeySet();
      daemon.run(
          (name, cycle) -> {
            if (seen.add(name)) {
              decided.countDown();
            }
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  String url() {
    return daemon.url();
  }

  @Override
  public void close() throws InterruptedException {
    stop.request();
    running.join(TimeUnit.MINUTES.toMillis(2));
    daemon.close();
  }
}
