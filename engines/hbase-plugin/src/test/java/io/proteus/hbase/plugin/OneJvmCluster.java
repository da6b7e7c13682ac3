package io.proteus.hbase.plugin;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * ZooKeeper, a master and RegionServers with the plugin in this JVM, on loopback and local files.
 */
final class OneJvmCluster implements AutoCloseable {

  private static final Duration START_TIMEOUT = Duration.ofSeconds(45);

  final Configuration configuration = HBaseConfiguration.create();
  final MiniZooKeeperCluster zooKeeper;
  private final LocalHBaseCluster cluster;
  private final HRegionServer firstServer;
  private int servers;

  OneJvmCluster(Path folder) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    configure(folder);
    zooKeeper = new MiniZooKeeperCluster(configuration);
    int port = zooKeeper.startup(folder.resolve("zookeeper").toFile());
    configuration.set("hbase.zookeeper.quorum", "127.0.0.1");
    configuration.setInt("hbase.zookeeper.property.clientPort", port);
    cluster = new LocalHBaseCluster(configuration, 1, 0);
    firstServer = addServer(0).getRegionServer();
    cluster.startup(); // comes back only once a server has joined and the master is initialized
  }

  private void configure(Path folder) {
    configuration.set("hbase.rootdir", folder.resolve("root").toUri().toString());
    configuration.set("hbase.tmp.dir", folder.resolve("tmp").toString());
    configuration.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    configuration.set("hbase.wal.provider", "filesystem");
    for (String role : new String[] {"master", "regionserver"}) {
      configuration.set("hbase." + role + ".ipc.address", "127.0.0.1");
      configuration.setInt("hbase." + role + ".port", 0);
      configuration.setInt("hbase." + role + ".info.port", -1);
    }
    configuration.set("hbase.master.hostname", "localhost");
    configuration.set("hbase.unsafe.regionserver.hostname", "localhost");
    configuration.set(
        "hbase.regionserver.heapmemory.tuner.class", PinnedHeapMemoryTuner.class.getName());
    configuration.setInt("hbase.regionserver.heapmemory.tuner.period", 200);
    configuration.set(PinnedHeapMemoryTuner.UNPINNED_KEY, WishfulTuner.class.getName());
    for (String share :
        new String[] {"hfile.block.cache.size", "hbase.regionserver.global.memstore.size"}) {
      configuration.setFloat(share, 0.4f);
      configuration.setFloat(share + ".min.range", 0.05f);
      configuration.setFloat(share + ".max.range", 0.75f);
    }
  }

  HRegionServer firstServer() {
    return firstServer;
  }

  /** Starts a server and returns once it serves; port 0 has the system choose. */
  HRegionServer startServer(int port) throws IOException {
    RegionServerThread thread = addServer(port);
    thread.start();
    HRegionServer server = thread.getRegionServer();
    await("a RegionServer to be online").atMost(START_TIMEOUT).until(server::isOnline);
    return server;
  }

  private RegionServerThread addServer(int port) throws IOException {
    Configuration own = new Configuration(configuration);
    own.setInt("hbase.regionserver.port", port);
    return cluster.addRegionServer(own, servers++);
  }

  /** Stops a server and returns once its thread has ended, so that its port is free again. */
  void stopServer(HRegionServer server) {
    RegionServerThread thread =
        cluster.getRegionServers().stream()
            .filter(candidate -> candidate.getRegionServer() == server)
            .findFirst()
            .orElseThrow();
    server.stop("test");
    await("the RegionServer to end").atMost(START_TIMEOUT).until(() -> !thread.isAlive());
  }

  @Override
  public void close() throws IOException {
    cluster.shutdown();
    cluster.join();
    zooKeeper.shutdown();
  }
}
