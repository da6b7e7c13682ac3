package io.proteus.hbase.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a ZooKeeper of its own, without HBase. */
class ZooKeeperLinkTest {
  private static final ServerName SERVER = ServerName.valueOf("rs1,16020,100");
  private static final String OURS = "/hbase/proteus";
  private static final MemorySplitReport REPORT =
      MemorySplitReport.parse(
          ("version=1\nplugin=1\nserver="
                  + SERVER
                  + "\nstate=UNPINNED\nheapMaxBytes=1000\n"
                  + "tunerPeriodMs=60000\nmemstoreOffHeap=false\n")
              .getBytes(UTF_8));

  @TempDir Path folder;
  private final Configuration configuration = HBaseConfiguration.create();
  private MiniZooKeeperCluster server;
  private ZooKeeper client;

  @BeforeEach
  void start() throws Exception {
    server = new MiniZooKeeperCluster(configuration);
    int port = server.startup(folder.toFile());
    configuration.set("hbase.zookeeper.quorum", "127.0.0.1");
    configuration.setInt("hbase.zookeeper.property.clientPort", port);
    client = new ZooKeeper("127.0.0.1:" + port, 30_000, event -> {});
    await("a session").atMost(Duration.ofSeconds(30)).until(() -> client.getState().isConnected());
    client.create("/hbase", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.shutdown();
  }

  /** As where the connection is lost just then: what failed once is tried again. */
  @Test
  void znodesThatCouldNotBeMadeAtFirstAreMadeInTheNextRound() throws Exception {
    client.create(OURS, new byte[0], Ids.READ_ACL_UNSAFE, CreateMode.PERSISTENT);
    MemorySplitZnodes znodes = new MemorySplitZnodes("/hbase");
    ZooKeeperLink link = new ZooKeeperLink(configuration, SERVER, () -> REPORT);
    try {
      assertThatThrownBy(link::round).isInstanceOf(KeeperException.class);
      client.delete(OURS, -1);

      link.round();

      assertThat(client.exists(znodes.target("rs1", 16020), false)).isNotNull();
      assertThat(client.getData(znodes.report("rs1", 16020), false, null))
          .isEqualTo(REPORT.toBytes());
    } finally {
      link.close();
    }
  }
}
