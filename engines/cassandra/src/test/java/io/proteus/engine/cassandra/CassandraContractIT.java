package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.controller.policy.PolicyReview;
import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Token;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.history.RateMeter;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Handover;
import io.proteus.core.port.LocalTableChanges;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Membership;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.TokenMoves;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetNodeSettings;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.Ratio;
import io.proteus.engine.file.Notes;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.EngineContractTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real nodes keep what every store has to, and no acknowledged write is lost as they come and go.
 */
class CassandraContractIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final long BETWEEN_WRITES_NANOS = 5_000_000;

  private static RingUnderTest ring;

  @BeforeAll
  static void start() throws PortException {
    ring = new RingUnderTest(Path.of("target/it-contract"));
  }

  @AfterAll
  static void stop() throws PortException {
    if (ring != null) {
      ring.close();
    }
  }

  /** A stopped process answers nothing, and its ring takes it for dead only after a while. */
  private static void signal(String name) throws PortException {
    long pid = ring.deployment.servers().get(1).pid();
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
      assertThat(kill.waitFor(5, TimeUnit.SECONDS)).as("kill -" + name).isTrue();
    } catch (IOException | InterruptedException e) {
      throw new PortException("cannot send " + name, e);
    }
  }

  @Nested
  class AsAnEngine extends EngineContractTest {
    @Override
    protected Ports ports() {
      return ring.ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    /** Of a keyspace Proteus sets nothing; its tables are its column families. */
    @Override
    protected TableChange aChangeOf(TableSettings before) {
      return TableChange.of(
          SettingsChange.NOTHING,
          Map.of("t", SettingsChange.setting(Map.of("gc_grace_seconds", "432000"))));
    }

    @Override
    protected String anotherValue(String key, String value) {
      return key.equals("concurrent_compactors")
          ? Integer.toString(Integer.parseInt(value) + 1)
          : value;
    }

    @Override
    protected NodeId anUnreadableNode() throws PortException {
      signal("STOP");
      return new NodeId("127.0.0.2");
    }

    @AfterEach
    void allCanBeRead() throws PortException {
      signal("CONT");
      await()
          .atMost(PATIENCE)
          .ignoreException(PortException.class)
          .until(() -> ring.store.sample().nodes().containsKey(new NodeId("127.0.0.2")));
    }
  }

  @Nested
  class ToBeClaimed extends ClaimContractTest {
    @Override
    protected Ports ports() {
      return ring.ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void loseClaim() throws Exception {
      new Notes(ring.settings.folder(), ring.settings.cluster())
          .change(
              all -> {
                all.remove("claim.token");
                return all;
              });
    }
  }

  @Test
  void tellsANodesOwnWorkAndNamesWhoIsNotThere(@TempDir Path notes) throws PortException {
    Sample sample = ring.store.sample();

    assertThat(sample.basis()).isEqualTo(LoadBasis.BY_TABLE);
    assertThat(sample.topology().partitions()).allMatch(range -> range.replicas().size() == 2);
    assertThatThrownBy(
            () -> CassandraStore.connect(RingUnderTest.settings(notes, "127.0.0.99"), Set.of()))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll("127.0.0.99", "nothing listens there");
  }

  /** Its ranges are not counted, and yet the policy for what it is used for is chosen. */
  @Test
  void knowsWhatAKeyspaceIsUsedForSoThatAPolicyIsForIt() throws Exception {
    ring.store.sample();
    Sample before = ring.store.sample();
    try (CqlSession client = RingUnderTest.client()) {
      for (int id = -200; id < 0; id++) {
        client.execute("insert into k.t (id, v) values (%d, 'x')".formatted(id));
      }
    }
    Observation latest = RateMeter.observe(2, before, ring.store.sample(), Map.of(), Set.of());
    Situation now =
        new Situation(
            latest.topology().at(),
            latest,
            1,
            true,
            latest.rates(),
            latest.loads(),
            null,
            StrategyMemory.INITIAL);
    PolicyShelf shelf =
        PolicyShelf.of(
            new CassandraGuide(),
            new PolicyShelf.Selection(
                Optional.empty(),
                List.of(),
                List.of("cassandra-read", "cassandra-write"),
                List.of()),
            null);

    List<PolicyReview> reviews =
        new PolicyReviewer(shelf, null, Ratio.of(0.1), false, 0.01).review(now, true);

    assertThat(reviews)
        .filteredOn(review -> review.subject().name().equals("table k"))
        .extracting(review -> Objects.requireNonNull(review.chosen()).name())
        .containsExactly("cassandra-write");
  }

  /** A key that half of all reads want. */
  @Test
  void namesTheKeyThatIsReadMost() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (CqlSession client = RingUnderTest.client()) {
      for (int id = 4711; id < 4811; id++) {
        client.execute("insert into k.t (id, v) values (%d, 'x')".formatted(id));
      }
      CompletableFuture<Void> reads =
          CompletableFuture.runAsync(
              () -> {
                for (int other = 1; !over.get(); other = other % 99 + 1) {
                  client.execute("select v from k.t where id = 4711");
                  client.execute("select v from k.t where id = %d".formatted(4711 + other));
                }
              });
      try {
        HotKeysCheck check = new HotKeysCheck(ring.store, Duration.ofSeconds(4));
        // a busy machine takes more than one sample to serve enough
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(check.findings(ring.store.topology()))
                        .singleElement()
                        .satisfies(CassandraContractIT::isOfTheHotKey));
      } finally {
        over.set(true);
        reads.get(30, TimeUnit.SECONDS);
      }
    }
  }

  private static void isOfTheHotKey(Finding finding) {
    assertThat(finding.what().toString()).contains("'4711' of k.t", "as reads");
    assertThat(Objects.requireNonNull(finding.requests()).value()).isBetween(0.2, 0.6);
  }

  /** Every key and default of the catalogue against a node; one that it does not tell is wrong. */
  @Test
  void tellsTheSettingsOfNodesAndTablesAsTheCatalogueHasThem() throws PortException {
    ParameterCatalogue catalogue = CatalogueFile.of(new CassandraGuide());
    ToldSettings told = ring.store.told().orElseThrow();
    Set<String> keys = new HashSet<>();
    catalogue.parameters().forEach(parameter -> keys.add(parameter.key()));

    NodeReport node = told.ofNodes(keys).get(new NodeId("127.0.0.1"));
    Map<String, String> table = told.ofTables().get(new TableId("k")).families().get("t");

    assertThat(node.gap()).isNull();
    assertThat(catalogue.versionOf(node.version())).hasValue("5.0");
    assertThat(node.measured()).containsKey("heap");
    assertThat(node.values()).containsKeys("key_cache_size", "concurrent_reads");
    for (Parameter parameter : catalogue.parameters()) {
      if (parameter.isSetFor(Scope.COLUMN_FAMILY)) {
        assertThat(table).containsEntry(parameter.key(), parameter.defaultIn("5.0").orElseThrow());
      } else if (node.values().containsKey(parameter.key())) {
        String value = node.values().get(parameter.key()).value();
        assertThat(parameter.unit().takes(value)).as(parameter.key() + ": " + value).isTrue();
      }
    }
    assertThat(node.values()).hasSizeGreaterThan(30);
  }

  /** A policy's values are told as they were set, and taken back as they were. */
  @Test
  void changesTablesAndPutsThemBack() throws PortException {
    TableId keyspace = new TableId("k");
    TableSettings before = ring.store.topology().table(keyspace).orElseThrow().settings();
    for (Policy policy :
        PolicyLibrary.of(new CassandraGuide(), CatalogueFile.of(new CassandraGuide()))) {
      Topology found = ring.store.topology();
      AlterTable step =
          new AlterTable(
              keyspace,
              TableChange.of(
                  SettingsChange.NOTHING, Map.of("t", SettingsChange.setting(policy.values()))),
              0);
      Step back = step.inverse(found).orElseThrow();

      step.issue(ring.ports);

      assertThat(step.isDone(ring.store.topology())).as(policy.name()).isTrue();

      back.issue(ring.ports);

      assertThat(ring.store.topology().table(keyspace).orElseThrow().settings()).isEqualTo(before);
    }
  }

  @Test
  void saysWhatATableDoesNotTakeAndChangesNothing() throws PortException {
    TableId keyspace = new TableId("k");
    TableSettings before = ring.store.topology().table(keyspace).orElseThrow().settings();

    assertThatThrownBy(
            () ->
                ring.ports
                    .need(TableChanges.class)
                    .alter(
                        keyspace,
                        TableChange.of(
                            SettingsChange.NOTHING,
                            Map.of(
                                "t",
                                SettingsChange.setting(Map.of("bloom_filter_fp_chance", "1.5"))))))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("bloom_filter_fp_chance must be");

    assertThat(ring.store.topology().table(keyspace).orElseThrow().settings()).isEqualTo(before);
  }

  /** One node compacts a table otherwise, until it goes by the schema again or all do. */
  @Test
  void triesACompactionOnOneNodeBeforeAllHaveIt() throws PortException {
    NodeId node = new NodeId("127.0.0.1");
    NodeId other = new NodeId("127.0.0.2");
    TableId keyspace = new TableId("k");
    Topology found = ring.store.topology();
    String before = compactionOn(node);
    String levelled = "{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L10'}";
    AlterTable alteration = new AlterTable(keyspace, compaction(levelled), 0);
    Step local = alteration.locally(node, Set.of("compaction")).orElseThrow();
    Step back = local.inverse(found).orElseThrow();

    local.issue(ring.ports);

    assertThat(local.isDone(ring.store.topology())).isTrue();
    assertThat(ring.store.topology().table(keyspace).orElseThrow().settings())
        .isEqualTo(found.table(keyspace).orElseThrow().settings());
    assertThat(compactionOn(node)).isEqualTo(levelled);
    assertThat(compactionOn(other)).isEqualTo(before);
    try (CassandraStore ofTheNext = CassandraStore.connect(ring.settings, Set.of())) {
      assertThat(back.isDone(ofTheNext.topology())).as("as the next Proteus sees it").isFalse();
    }

    back.issue(ring.ports);

    assertThat(back.isDone(ring.store.topology())).isTrue();
    assertThat(compactionOn(node)).isEqualTo(before);

    local.issue(ring.ports);
    alteration.issue(ring.ports);

    everyNodeCompactsBy(levelled);
    assertThat(alteration.isDone(ring.store.topology())).isTrue();
    assertThat(back.isDone(ring.store.topology())).as("nothing is left to put back").isTrue();

    alteration.inverse(found).orElseThrow().issue(ring.ports);

    everyNodeCompactsBy(before);
  }

  private static TableChange compaction(String value) {
    return TableChange.of(
        SettingsChange.NOTHING, Map.of("t", SettingsChange.setting(Map.of("compaction", value))));
  }

  private static String compactionOn(NodeId node) throws PortException {
    return ring.store.localCompactions().compaction(node.value(), "k", "t");
  }

  private static void everyNodeCompactsBy(String compaction) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              for (String node : ring.store.look().up()) {
                assertThat(compactionOn(new NodeId(node))).as(node).isEqualTo(compaction);
              }
              assertThat(ring.store.topology().table(new TableId("k")).orElseThrow().local())
                  .isEmpty();
            });
  }

  /** These nodes have 16 tokens each. */
  @Test
  void movesNoTokenOfNodesThatHaveSeveral() throws PortException {
    assertThat(ring.store.topology().ownership()).allMatch(owned -> owned.token() == null);
    assertThatThrownBy(
            () ->
                ring.ports
                    .need(TokenMoves.class)
                    .moveToken(new NodeId("127.0.0.1"), new Token(4711)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("127.0.0.1 has 16 tokens");
  }

  /** What Proteus refuses, and what the node itself does. */
  @Test
  void saysWhatANodeDoesNotTryAndChangesNothing() throws PortException {
    NodeId node = new NodeId("127.0.0.1");
    String before = compactionOn(node);

    assertThatThrownBy(() -> alter(node, compaction("{'class': 'NoSuchStrategy'}")))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll("NoSuchStrategy", "put back");
    assertThatThrownBy(() -> alter(node, compaction("DROP TABLE k.t")))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("want a map");
    assertThatThrownBy(
            () ->
                alter(
                    node,
                    TableChange.of(
                        SettingsChange.NOTHING,
                        Map.of("t", SettingsChange.setting(Map.of("gc_grace_seconds", "1"))))))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("nothing else");

    assertThat(compactionOn(node)).isEqualTo(before);
    assertThat(ring.store.topology().table(new TableId("k")).orElseThrow().local()).isEmpty();
  }

  private static void alter(NodeId node, TableChange change) throws PortException {
    ring.ports.need(LocalTableChanges.class).alterOn(node, new TableId("k"), change);
  }

  /** Every setting that nodes take while they run, told in CQL too, and by one node only. */
  @Test
  void setsARunningNodeAndPutsItBack() throws PortException {
    NodeId node = new NodeId("127.0.0.1");
    NodeId other = new NodeId("127.0.0.2");
    Map<String, String> wanted = new TreeMap<>();
    wanted.put("compaction_throughput", "33554432");
    wanted.put("stream_throughput_outbound", "0");
    wanted.put("entire_sstable_stream_throughput_outbound", "104857600");
    wanted.put("concurrent_compactors", "3");
    wanted.put("max_hint_window", "3600000");
    wanted.put("tombstone_warn_threshold", "500");
    wanted.put("tombstone_failure_threshold", "50000");
    assertThat(wanted).containsOnlyKeys(OnlineSetting.ALL.keySet());
    Topology found = ring.store.topology();
    SetNodeSettings step = new SetNodeSettings(node, SettingsChange.setting(wanted));
    Step back = step.inverse(found).orElseThrow();

    step.issue(ring.ports);

    Topology set = ring.store.topology();
    assertThat(step.isDone(set)).isTrue();
    assertThat(settingsOf(set, other)).isEqualTo(settingsOf(found, other));
    Map<String, ReportedValue> told =
        ring.store.told().orElseThrow().ofNodes(wanted.keySet()).get(node).values();
    wanted.forEach((key, value) -> assertThat(told.get(key).value()).as(key).isEqualTo(value));

    back.issue(ring.ports);

    assertThat(settingsOf(ring.store.topology(), node)).isEqualTo(settingsOf(found, node));
  }

  private static Map<String, String> settingsOf(Topology topology, NodeId node) {
    return Objects.requireNonNull(topology.node(node).orElseThrow().settings());
  }

  /** What Proteus refuses, and what the node itself does. */
  @Test
  void saysWhatANodeDoesNotTakeAndChangesNothing() throws PortException {
    NodeId node = new NodeId("127.0.0.1");
    Map<String, String> before = settingsOf(ring.store.topology(), node);

    assertThat(ring.store.topology().node(node).orElseThrow().effectOf("memtable_heap_space"))
        .isEqualTo(Effect.RESTART);
    refuses(node, Map.of("compaction_throughput", "1000000"), "whole MiB", "got 1000000");
    refuses(node, Map.of("concurrent_compactors", "0"), "from 1", "got 0");
    refuses(node, Map.of("memtable_heap_space", "1048576"), "Want one of compaction_throughput");
    // a node itself refuses the longest window, once it has the other
    refuses(
        node, Map.of("concurrent_compactors", "4", "max_hint_window", "2147483647"), "put back");

    assertThat(settingsOf(ring.store.topology(), node)).isEqualTo(before);
  }

  private static void refuses(NodeId node, Map<String, String> change, String... says) {
    assertThatThrownBy(
            () -> ring.ports.need(NodeSettings.class).set(node, SettingsChange.setting(change)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(node.value())
        .hasMessageContainingAll(says);
  }

  /** What it acknowledged before is there. */
  @Test
  void restartsANodeWithAnotherSettingAndWouldPutItBack() throws PortException {
    NodeId node = new NodeId("127.0.0.2");
    Topology before = ring.store.topology();
    String key = "memtable_heap_space";
    RestartNode refused =
        new RestartNode(node, null, SettingsChange.setting(Map.of(key, "1000000")));
    assertThatThrownBy(() -> refused.issue(ring.ports))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll(key, "whole MiB", "No node is started with it");
    RestartNode restart =
        new RestartNode(node, null, SettingsChange.setting(Map.of(key, "100663296")));
    assertThat(restart.blockedBy(before)).isEmpty();
    assertThat(restart.isDone(before)).isFalse();

    try (CqlSession client = RingUnderTest.client()) {
      client.execute("insert into k.t (id, v) values (-4711, 'before the restart')");
    }

    restart.issue(ring.ports);

    await().atMost(PATIENCE).until(() -> restart.isDone(ring.store.topology()));
    try (CqlSession client = RingUnderTest.client()) {
      await()
          .atMost(PATIENCE)
          .ignoreException(DriverException.class) // all copies are asked, of a node that just came
          .untilAsserted(
              () ->
                  assertThat(client.execute("select v from k.t where id = -4711").one())
                      .extracting(row -> row.getString("v"))
                      .isEqualTo("before the restart"));
    }
    Topology after = ring.store.topology();
    assertThat(settingsOf(after, node)).containsEntry(key, "100663296");
    assertThat(after.node(node).orElseThrow().incarnation())
        .isNotEqualTo(before.node(node).orElseThrow().incarnation());
    assertThat(restart.inverse(before))
        .contains(new RestartNode(node, null, SettingsChange.setting(Map.of(key, "67108864"))));
  }

  @Test
  void namesACqlPortThatIsNone(@TempDir Path notes) {
    assertThatThrownBy(
            () ->
                CassandraStore.connect(RingUnderTest.settings(notes, "127.0.0.1", 9043), Set.of()))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll("engine.cqlPort 9043", "127.0.0.1");
  }

  @Test
  void refusesToGoBelowThreeNodes() {
    assertThatThrownBy(() -> ring.ports.need(Handover.class).leave(new NodeId("127.0.0.2")))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("127.0.0.2 must stay");
  }

  /** From three nodes to four and to three, and then one dies and is struck off. */
  @Test
  void growsShrinksAndLosesANodeUnderWritesOfWhichNoneIsLost() throws Exception {
    Map<Integer, String> acknowledged = new HashMap<>();
    AtomicBoolean enough = new AtomicBoolean();
    Thread writer = new Thread(() -> write(acknowledged, enough), "writer");
    writer.start();
    NodeId newcomer = new NodeId("127.0.0.4");
    NodeId leaver = new NodeId("127.0.0.3");
    try {
      oneThatTakesNothingOverHoldsBackAllCleanupsUntilItHasLeft(newcomer);
      ring.ports.need(Machines.class).launch(4, Map.of());
      assertThat(ring.store.topology().node(newcomer)).isEmpty();
      admitted(newcomer);
      ring.ports.need(Admission.class).admit(newcomer);
      assertThatThrownBy(() -> ring.ports.need(Handover.class).leave(leaver))
          .isInstanceOf(PortException.class);
      whatIsLeftToTheNextJoinIsDoneWithoutOne();
      assertThat(new FailedOrdersCheck(ring.store.underWay()).findings(ring.store.topology()))
          .isEmpty();

      ring.ports.need(Handover.class).leave(leaver);
      ring.ports.need(Handover.class).leave(leaver);
      settled(3);
      assertThat(ring.store.topology().node(leaver)).isEmpty();
      ring.ports.need(Machines.class).terminate(leaver);
      assertThat(ring.store.topology().deadNodes()).isEmpty();

      ring.deployment.kill("cassandra-4");
      await().atMost(PATIENCE).until(() -> ring.store.topology().deadNodes().contains(newcomer));
      ring.ports.need(Membership.class).forget(newcomer);
      ring.ports.need(Membership.class).forget(newcomer);
      settled(2);
      assertThat(ring.store.topology().deadNodes()).isEmpty();
      ring.ports.need(Machines.class).terminate(newcomer);
    } finally {
      enough.set(true);
      writer.join(PATIENCE.toMillis());
    }
    assertThat(acknowledged).isNotEmpty();
    try (CqlSession client = RingUnderTest.client()) {
      PreparedStatement read = client.prepare("select v from k.t where id = ?");
      acknowledged.forEach(
          (id, value) -> {
            List<Row> rows = client.execute(read.bind(id)).all();
            assertThat(rows).extracting(row -> row.getString("v")).containsExactly(value);
          });
    }
  }

  /** Its former owners alone have what it should hold, so a cleanup of them would lose that. */
  private static void oneThatTakesNothingOverHoldsBackAllCleanupsUntilItHasLeft(NodeId newcomer)
      throws PortException {
    UnderWay underWay = ring.store.underWay();
    ring.ports.need(Machines.class).launch(4, Map.of("auto_bootstrap", "false"));
    admitted(newcomer);
    await()
        .atMost(PATIENCE)
        .ignoreException(PortException.class)
        .until(
            () ->
                underWay.empty().contains(newcomer.value())
                    && ring.store.topology().nodes().size() == 4
                    && ring.store.topology().inTransition().isEmpty());

    ring.ports.need(Admission.class).finishLeftWork();

    await()
        .atMost(PATIENCE)
        .ignoreException(PortException.class)
        .untilAsserted(
            () ->
                assertThat(underWay.failures().get(RingOrders.CLEAN_UP))
                    .contains("127.0.0.4 joined without its data"));
    assertThatThrownBy(() -> underWay.refuseFailed(RingOrders.CLEAN_UP))
        .isInstanceOf(PortException.class);
    ring.ports.need(Handover.class).leave(newcomer);
    settled(3);
    ring.ports.need(Machines.class).terminate(newcomer);
    assertThat(underWay.empty()).isEmpty();
  }

  private static void whatIsLeftToTheNextJoinIsDoneWithoutOne() throws PortException {
    Admission admission = ring.ports.need(Admission.class);
    await().atMost(PATIENCE).ignoreException(PortException.class).until(admission::hasLeftWork);
    assertThat(ring.store.underWay().failures())
        .containsOnly(entry("join 127.0.0.4", UnderWay.LEFT_TO_THE_NEXT));
    FailedOrdersCheck check = new FailedOrdersCheck(ring.store.underWay());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(check.findings(ring.store.topology())).hasSize(1));

    admission.finishLeftWork();

    assertThat(ring.store.topology().inTransition()).isNotEmpty();
    assertThat(admission.hasLeftWork()).isFalse();
    settled(4);
  }

  /** It is refused until it has heard of all others. */
  private static void admitted(NodeId newcomer) {
    await()
        .atMost(PATIENCE)
        .ignoreException(PortException.class)
        .untilAsserted(() -> ring.ports.need(Admission.class).admit(newcomer, true));
  }

  private static void settled(int nodes) {
    await()
        .atMost(PATIENCE)
        .ignoreException(PortException.class)
        .untilAsserted(
            () -> {
              Topology now = ring.store.topology();
              UnderWay orders = ring.store.underWay();
              assertThat(now.nodes())
                  .as("%s; failed %s", orders.order(), orders.failures())
                  .hasSize(nodes);
              assertThat(now.inTransition()).as("%s", orders.order()).isEmpty();
              assertThat(orders.failures()).isEmpty();
            });
  }

  private static void write(Map<Integer, String> acknowledged, AtomicBoolean enough) {
    try (CqlSession client = RingUnderTest.client()) {
      PreparedStatement insert = client.prepare("insert into k.t (id, v) values (?, ?)");
      for (int id = 0; !enough.get(); id++) {
        try {
          client.execute(insert.bind(id, "value-" + id));
          acknowledged.put(id, "value-" + id);
        } catch (RuntimeException e) {
          // it was not acknowledged
        }
        LockSupport.parkNanos(BETWEEN_WRITES_NANOS);
      }
    }
  }
}
