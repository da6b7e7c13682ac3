package io.proteus.engine.riak;

import static io.proteus.engine.riak.RiakUnderTest.ONE;
import static io.proteus.engine.riak.RiakUnderTest.THREE;
import static io.proteus.engine.riak.RiakUnderTest.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nodes tell is taken as it is told, and what they do not tell is missing. */
class ToldSettingsTest {
  private static final Set<String> RECORDED =
      Set.of(
          "transfer_limit",
          "leveldb.maximum_memory",
          "leveldb.maximum_memory.percent",
          "storage_backend",
          "anti_entropy",
          "ring_size");

  @TempDir private Path folder;
  private RiakUnderTest cluster;
  private RiakStore store;

  @BeforeEach
  void start() throws PortException {
    cluster = new RiakUnderTest(folder);
    store = cluster.connect();
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    cluster.close();
  }

  private Map<NodeId, NodeReport> ask(Set<String> keys) throws PortException {
    return new ToldSettings(store).ofNodes(keys);
  }

  private NodeReport ask(String node, Set<String> keys) throws PortException {
    return ask(keys).get(new NodeId(node));
  }

  @Test
  void aNodeIsToldAsItsFileWouldHaveIt() throws PortException {
    NodeReport told = ask(TWO, RECORDED);

    assertThat(told.gap()).isNull();
    assertThat(told.values())
        .containsOnlyKeys(RECORDED)
        .containsEntry("transfer_limit", new ReportedValue("8", "riak admin show"))
        .containsEntry("leveldb.maximum_memory", new ReportedValue("134217728", "riak admin show"))
        .containsEntry("leveldb.maximum_memory.percent", new ReportedValue("70", "riak admin show"))
        .containsEntry("storage_backend", new ReportedValue("leveldb", "riak admin show"))
        .containsEntry("anti_entropy", new ReportedValue("active", "riak admin show"))
        .containsEntry("ring_size", new ReportedValue("16", "riak admin show"));
    assertThat(told.measured())
        .containsEntry("machineMemory", new BigDecimal("25276510208"))
        .containsKey("vnodes");
  }

  @Test
  void aKeyThatNobodyTellsIsMissingAndNotAtItsDefault() throws PortException {
    NodeReport told = ask(ONE, Set.of("nosuch.key", "anti_entropy.throttle", "ring_size"));

    assertThat(told.values()).containsOnlyKeys("ring_size");
    assertThat(told.version()).isEqualTo("riak_kv-3.0.9+build.3991.ref9cb8d008");
  }

  @Test
  void aDeadNodeIsNotThereAndOneThatTellsNothingIsThereWithTheReason() throws PortException {
    cluster.riak.silent.add(TWO);
    assertThat(ask(TWO, RECORDED))
        .isEqualTo(new NodeReport("unknown", Map.of(), Map.of(), "it tells none of its settings"));
    assertThat(ask(ONE, RECORDED).values()).containsOnlyKeys(RECORDED);

    cluster.riak.silent.clear();
    cluster.riak.kill(THREE);
    assertThat(ask(RECORDED)).containsOnlyKeys(new NodeId(ONE), new NodeId(TWO));
  }

  @Test
  void eachKeyIsAskedForOnceAndNoneOfAnotherBackendOrOfAnotherForm() throws PortException {
    int before = cluster.riak.log().size();

    ask(Set.of("ring_size", "bitcask.max_file_size", "leveldb.maximum_memory", "a; reboot"));

    assertThat(cluster.riak.log().subList(before, cluster.riak.log().size()))
        .filteredOn(command -> command.startsWith("show"))
        .containsExactly(
            "show storage_backend --all",
            "show leveldb.maximum_memory --all",
            "show ring_size --all");
  }
}
