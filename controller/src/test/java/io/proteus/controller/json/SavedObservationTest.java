package io.proteus.controller.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Token;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.history.History;
import io.proteus.core.history.RateMeter;
import io.proteus.core.history.Smoothing;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.RandomClusters;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SavedObservationTest {
  private static final DecisionMaker MET =
      new DecisionMaker(PolicyStrategy.met(), Guards.defaults(), Planner.met());

  /** What Proteus knows of a random cluster after three samples. */
  private static Situation situation(long seed) throws PortException {
    var clock = ManualClock.start();
    var cluster = RandomClusters.of(seed, clock);
    var history = History.empty(2);
    var earlier = cluster.sample();
    for (int number = 1; number <= 2; number++) {
      clock.advance(Duration.ofMillis(30_123));
      var later = cluster.sample();
      var hosts = cluster.hosts().read(later.topology().nodes().stream().map(n -> n.id()).toList());
      history =
          history.with(
              RateMeter.observe(number, earlier, later, hosts, cluster.ports().capabilities()));
      earlier = later;
    }
    return Situation.of(
            clock.instant().plusMillis(7),
            history,
            new Smoothing(0.5),
            null,
            StrategyMemory.INITIAL)
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void thePlanFromTheFileIsThePlanFromTheCluster(long seed) throws Exception {
    Situation situation = situation(seed);
    String json = CoreJson.prettyText(SavedObservation.of(situation));

    Situation read = ReadObservation.of(json);

    Schemas.assertValid("observation.schema.json", json);
    assertThat(read.topology()).isEqualTo(situation.topology());
    assertThat(read.rates()).isEqualTo(situation.rates());
    assertThat(read.loads()).isEqualTo(situation.loads());
    assertThat(MET.decideRegardlessOfLoad(read)).isEqualTo(MET.decideRegardlessOfLoad(situation));
  }

  @Test
  void whatAStrategyRemembersIsInTheFileAsItsSchemaSays() throws Exception {
    Situation situation = situation(5);
    Instant at = situation.now();
    Topology launched =
        situation
            .topology()
            .withMachines(
                Map.of(situation.topology().nodes().get(0).id(), at, new NodeId("new"), at));
    StrategyMemory memory =
        StrategyMemory.INITIAL.with(
            ScalingMemory.NONE
                .with(new Resized(at, 2, 3))
                .givingUpFor(List.of())
                .seeing(launched)
                .with(new Resized(at, 3, 4))
                .with(new Measurement(at, 4, 120.5, 100, null, Ratio.of(0.4)))
                .withDecidedAt(at)
                .with(Season.unseen(Duration.ofHours(1), 24).orFoundWith(3).with(at, 120.5, 40)));
    String json =
        CoreJson.prettyText(
            SavedObservation.of(
                new Situation(
                    at,
                    observed(situation, launched),
                    2,
                    true,
                    situation.rates(),
                    situation.loads(),
                    null,
                    memory)));

    Schemas.assertValid("observation.schema.json", json);
    Situation read = ReadObservation.of(json);
    assertThat(read.memory()).isEqualTo(memory);
    assertThat(read.memory().scaling().awaited()).containsExactly(new NodeId("new"));
    assertThat(read.topology()).isEqualTo(launched);
  }

  /** Nothing of it is written where there is one replica and Proteus places it. */
  @Test
  void replicasAndWhoPlacesThemAreInTheFileWhereThereAreAny() throws Exception {
    Situation situation = situation(5);
    Topology is = situation.topology();
    NodeId node = is.nodes().get(0).id();
    List<Partition> copied =
        is.partitions().stream()
            .map(
                partition ->
                    new Partition(
                        partition.id(),
                        partition.table(),
                        partition.node(),
                        partition.size(),
                        partition.locality(),
                        List.of(new Replica(node, Replica.Role.PEER))))
            .toList();
    Topology ring =
        new Topology(
                is.cluster(),
                is.at(),
                is.nodes(),
                is.deadNodes(),
                copied,
                is.tables(),
                is.inTransition(),
                is.balancerOn(),
                is.gaps())
            .placed(
                Placing.BY_STORE,
                List.of(new Ownership(node, Ratio.of(0.3), new Token(Long.MIN_VALUE + 7))));
    Observation latest = situation.latest();
    Situation placed =
        situation.with(
            new Observation(
                latest.number(),
                ring,
                latest.span(),
                latest.rates(),
                latest.loads(),
                latest.capabilities(),
                latest.gaps(),
                LoadBasis.APPORTIONED));

    String json = CoreJson.prettyText(SavedObservation.of(placed));
    Situation read = ReadObservation.of(json);

    Schemas.assertValid("observation.schema.json", json);
    assertThat(read.topology()).isEqualTo(ring);
    assertThat(read.basis()).isEqualTo(LoadBasis.APPORTIONED);
    assertThat(CoreJson.read(CoreJson.text(ring), Topology.class)).isEqualTo(ring);
    assertThat(CoreJson.text(is) + CoreJson.text(SavedObservation.of(situation)))
        .doesNotContain("copies", "placing", "ownership", "loadBasis");
  }

  /** Nothing of it is written where nobody has ruled anything out. */
  @Test
  void whatIsRuledOutAndSetByHandIsInTheFileWhereThereIsAny() throws Exception {
    Situation situation = situation(5);
    Topology is = situation.topology();
    NodeId node = is.nodes().get(0).id();
    TableId table = is.tables().get(0).id();
    List<Table> tables = new ArrayList<>(is.tables());
    tables.set(
        0,
        Table.of(
                table,
                null,
                FamilyBlocks.of(
                    Map.of("a", ByteSize.ofKilobytes(8), "b", ByteSize.ofKilobytes(64)),
                    ByteSize.ofKilobytes(64)),
                Set.of("SOME_KEY"))
            .with(
                new TreeMap<>(
                    Map.of(
                        node, TableSettings.of(Map.of(), Map.of("a", Map.of("SOME_KEY", "1")))))));
    Topology ruled =
        new Topology(
                is.cluster(),
                is.at(),
                is.nodes(),
                is.deadNodes(),
                is.partitions(),
                tables,
                is.inTransition(),
                is.balancerOn(),
                is.gaps())
            .with(
                Restrictions.of(
                        List.of(new Pool("ssd", List.of(node), List.of(table), true)),
                        Map.of(table, "it is read only"),
                        Map.of(node, "switched off"),
                        Map.of(table, "so it is wanted"))
                    .takingBack(Map.of(node, "in two minutes"))
                    .draining(Map.of(node, "it is decommissioned")));
    StrategyMemory memory =
        situation
            .memory()
            .with(SettingsMemory.NONE.setting(Map.of(table, ByteSize.ofKilobytes(32))));
    Situation restricted = situation.with(situation.latest().with(ruled)).with(memory);

    String json = CoreJson.prettyText(SavedObservation.of(restricted));
    Situation read = ReadObservation.of(json);

    Schemas.assertValid("observation.schema.json", json);
    assertThat(read.topology()).isEqualTo(ruled);
    assertThat(read.memory()).isEqualTo(memory);
    assertThat(CoreJson.read(CoreJson.text(ruled), Topology.class)).isEqualTo(ruled);
    assertThat(CoreJson.read(CoreJson.text(memory), StrategyMemory.class)).isEqualTo(memory);
    assertThat(CoreJson.text(is) + CoreJson.text(SavedObservation.of(situation)))
        .doesNotContain("restrictions", "blocks\"", "explicit", "\"local\"");
  }

  @Test
  void whatMachinesCostIsInTheFileWhereItIsKnown() throws Exception {
    Situation situation = situation(5);
    NodeId node = situation.topology().nodes().get(0).id();
    MachinePrices prices =
        new MachinePrices(
            new TreeMap<>(Map.of(node, new BigDecimal("0.10"))), new BigDecimal("20"));
    Topology priced = situation.topology().with(prices);

    String json =
        CoreJson.prettyText(SavedObservation.of(situation.with(situation.latest().with(priced))));

    Schemas.assertValid("observation.schema.json", json);
    assertThat(ReadObservation.of(json).topology().prices()).isEqualTo(prices);
    assertThat(CoreJson.read(CoreJson.text(priced), Topology.class)).isEqualTo(priced);
    assertThat(CoreJson.text(situation.topology()) + CoreJson.text(SavedObservation.of(situation)))
        .doesNotContain("prices");
  }

  private static Observation observed(Situation situation, Topology topology) {
    Observation latest = situation.latest();
    return new Observation(
        latest.number(),
        topology,
        latest.span(),
        latest.rates(),
        latest.loads(),
        latest.capabilities(),
        latest.gaps());
  }

  @Test
  void whatIsNotKnownStaysUnknown() throws Exception {
    Situation read =
        ReadObservation.of(
            ("""
            {"schema": "proteus/observation/1",
             "nodes": [{"id": "a"}],
             "partitions": [{"id": "p", "table": "t", "node": "a", "locality": null}]}\
            """));

    assertThat(read.rates()).doesNotContainKey(new PartitionId("p"));
    assertThat(read.loads().get(new NodeId("a")).host()).isEqualTo(HostLoad.UNKNOWN);
    assertThat(read.topology().nodes().get(0).memory()).isNull();
    assertThat(read.topology().tables()).hasSize(1);
  }

  @Test
  void theExampleOfTheDocumentationIsPlannedFrom() throws Exception {
    Path example = Schemas.FOLDER.resolve("small.observation.json");

    Schemas.assertValid("observation.schema.json", Files.readString(example));
    assertThat(MET.decide(SavedObservation.read(example)).plan()).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{'id': 'a', 'cpu': 75}] | $.nodes[0].cpu: want a share 0..1, got 75.",
        "[{'id': 'a', 'cpu': 'high'}] | $.nodes[0].cpu: want a share 0..1, got 'high'.",
        "[{'id': 'a', 'cpuu': 0.5}] | $.nodes[0].cpuu: there is no field 'cpuu' here. Maybe 'cpu'.",
        "[{'id': 'b'}, {'cpu': 0.5}] | $.nodes[1].id: want a field 'id', got none",
        "[{'id': null}] | $.nodes[0].id: want a value, got null",
        "[{'id': 'a', 'memory': {'readCache': 0.7, 'writeBuffer': 0.7}}] | $.nodes[0].memory:"
            + " memory split: want",
        "[{'id': 'a', 'memory': {'readCache': 0.7}}] | want a field 'writeBuffer', got none",
        "[{'id': 'a', 'heapMaxBytes': 1.5}] | $.nodes[0].heapMaxBytes: want a whole number of"
            + " bytes, 0 to 9007199254740991, got 1.5.",
        "[{'id': 'a', 'memoryOnline': 'yes'}] | $.nodes[0].memoryOnline: want true or false",
        "[{'id': 'a'}, {'id': 'a'}] | topology: node a is listed twice",
        "{} | $.nodes: want a list",
        "[{'id': 'a' | line 1: it ends before its document does.",
      })
  void anErrorNamesThePlaceAndWhatIsWanted(String nodes, String message) {
    String json =
        "{\"schema\": \"proteus/observation/1\", \"partitions\": [], \"nodes\": %s}"
            .formatted(nodes.replace('\'', '"'));

    assertThatThrownBy(() -> ReadObservation.of(json))
        .isInstanceOf(UnreadableJson.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"capabilities", "deadNodes", "tables", "partitions", "gaps"})
  void aValueThatIsNullIsRefusedByItsList(String list) {
    String rest = list.equals("partitions") ? "" : ", \"partitions\": []";
    String json =
        "{\"schema\": \"proteus/observation/1\", \"nodes\": []%s, \"%s\": [null]}"
            .formatted(rest, list);

    assertThatThrownBy(() -> ReadObservation.of(json))
        .isInstanceOf(UnreadableJson.class)
        .hasMessageContaining("$." + list + "[0]: want a value, got null.");
  }

  @Test
  void aFileOfNothingButNullIsRefused() {
    assertThatThrownBy(() -> ReadObservation.of("null"))
        .isInstanceOf(UnreadableJson.class)
        .hasMessage("$: want an object, got null.");
    assertThatThrownBy(() -> CoreJson.read("null", Plan.class)).isInstanceOf(UnreadableJson.class);
  }

  @Test
  void anotherVersionIsRefused() {
    assertThatThrownBy(
            () ->
                ReadObservation.of(
                    "{\"schema\": \"proteus/observation/2\", \"nodes\": [], \"partitions\": []}"))
        .isInstanceOf(UnreadableJson.class)
        .hasMessageContaining("want 'proteus/observation/1', got 'proteus/observation/2'");
  }

  @Test
  void aFileIsReadBackAndItsErrorsNameIt(@TempDir Path folder)
      throws IOException, PortException, UnreadableJson {
    Path file = folder.resolve("saved.json");
    SavedObservation.write(situation(3), file);
    assertThat(SavedObservation.read(file).topology()).isEqualTo(situation(3).topology());
    assertThat(List.of(folder.toFile().list())).containsExactly("saved.json");

    Files.writeString(file, "[]");
    assertThatThrownBy(() -> SavedObservation.read(file)).hasMessageContaining("saved.json");
  }
}
