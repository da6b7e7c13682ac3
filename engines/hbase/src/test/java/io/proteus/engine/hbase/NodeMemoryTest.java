package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.engine.hbase.InfoServers.Scheme;
import io.proteus.engine.hbase.NodeMemory.Known;
import io.proteus.hbase.plugin.MemorySplitReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is known of a server's memory split where its plugin says less than all. */
class NodeMemoryTest {
  private static final ServerName SERVER = ServerName.valueOf("127.0.0.1,16020,100");
  private static final NodeId NODE = new NodeId("127.0.0.1:16020");
  private static final String FULL = "the heap is fuller than it may be";

  /** With the plugin and its ranges, so that the settings alone do not tell. */
  private static final String CONF =
      """
      {"properties":[
        {"key":"hfile.block.cache.size","value":"0.35"},
        {"key":"hfile.block.cache.size.min.range","value":"0.1"},
        {"key":"hbase.regionserver.global.memstore.size","value":"0.3"},
        {"key":"hbase.regionserver.global.memstore.size.min.range","value":"0.1"},
        {"key":"hbase.regionserver.heapmemory.tuner.class",
         "value":"io.proteus.hbase.plugin.PinnedHeapMemoryTuner"}]}
      """;

  private final InfoServers infoServers =
      new InfoServers(Scheme.HTTP, Duration.ofSeconds(10), Duration.ofSeconds(20));
  private final HttpServer info = infoServer();

  @AfterEach
  void stop() {
    info.stop(0);
    infoServers.close();
  }

  @Test
  void aPluginThatHBaseNeverAskedLeavesTheServerWithWhatItWasStartedWith() throws Exception {
    Known known = known(info.getAddress().getPort(), report("SUSPENDED", "", FULL));

    assertThat(known.gap()).isNull();
    assertThat(known.split()).isEqualTo(MemorySplit.of(0.35, 0.3));
    assertThat(known.online()).isFalse();
    assertThat(known.suspended()).contains("Proteus' plugin can set nothing at present: " + FULL);
  }

  @Test
  void whereOnlyThePluginTellsAnythingItsOwnReasonIsGiven() throws Exception {
    Known known = known(-1, report("SUSPENDED", "", FULL));

    assertThat(known.split()).isNull();
    assertThat(known.gap()).contains(FULL).doesNotContain("info server");
  }

  @Test
  void aPluginThatIsSuspendedKnowsItsSplitAndCannotSetIt() throws Exception {
    Known known = known(-1, report("SUSPENDED", "cache=0.5\nmemstore=0.2\n", FULL));

    assertThat(known.split()).isEqualTo(MemorySplit.of(0.5, 0.2));
    assertThat(known.online()).isFalse();
    assertThat(known.gap()).isNull();
    assertThat(known.suspended()).contains(FULL);
  }

  @Test
  void aPluginThatHBaseHasYetToAskSaysSoAndNotThatItIsSilent() throws Exception {
    Known known = known(info.getAddress().getPort(), report("UNPINNED", "", ""));

    assertThat(known.split()).isNull();
    assertThat(known.gap())
        .isEqualTo("as HBase has not asked Proteus' plugin yet, which it does every 60 s");
  }

  @Test
  void aPluginThatWorksIsNotSuspended() throws Exception {
    Known known = known(-1, report("PINNED", "cache=0.5\nmemstore=0.2\n", ""));

    assertThat(known).isEqualTo(new Known(MemorySplit.of(0.5, 0.2), true, true, true, null, null));
  }

  @Test
  void aPluginThatIsConfiguredAndWritesNothingIsLookedForInTheServersLog() throws Exception {
    Known known =
        new NodeMemory(infoServers)
            .of(Map.of(SERVER, metrics(info.getAddress().getPort())), Map.of())
            .get(NODE);

    assertThat(known.gap()).contains("does not report; see the server's log");
  }

  private Known known(int infoPort, MemorySplitReport report) throws InterruptedException {
    return new NodeMemory(infoServers)
        .of(Map.of(SERVER, metrics(infoPort)), Map.of(NODE, report))
        .get(NODE);
  }

  private static ServerMetrics metrics(int infoPort) {
    return ServerMetricsBuilder.newBuilder(SERVER).setInfoServerPort(infoPort).build();
  }

  private static MemorySplitReport report(String state, String split, String reason) {
    return MemorySplitReport.parse(
        """
        version=1
        plugin=1
        server=127.0.0.1,16020,100
        state=%s
        %sreason=%s
        heapMaxBytes=1000000
        tunerPeriodMs=60000
        memstoreOffHeap=false
        memstoreReleased=true
        """
            .formatted(state, split, reason)
            .getBytes(UTF_8));
  }

  private static HttpServer infoServer() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/conf",
          exchange -> {
            byte[] body = CONF.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new AssertionError("no info server", e);
    }
  }
}
