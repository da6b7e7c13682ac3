package io.proteus.engine.riak;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.parameter.Finding;
import io.proteus.controller.parameter.SettingsReview;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TakesEffect;
import io.proteus.core.parameter.Unit;
import io.proteus.testkit.riak.RecordedRiak;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue agrees with itself, with what is set, and with what was recorded. */
class RiakGuideTest {
  private static final RiakGuide GUIDE = new RiakGuide();
  private static final ParameterCatalogue CATALOGUE = CatalogueFile.of(GUIDE);

  @TempDir private Path folder;

  private static Parameter parameter(String key) {
    return CATALOGUE.find(key).orElseThrow(() -> new AssertionError(key));
  }

  /** Keys whose table was recorded, with a value of the catalogue's unit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "transfer_limit",
        "leveldb.maximum_memory",
        "leveldb.maximum_memory.percent",
        "storage_backend",
        "anti_entropy",
        "ring_size"
      })
  void aRecordedNodeKnowsTheKeyAndTellsItInTheUnitOfTheCatalogue(String key) throws Exception {
    Parameter parameter = parameter(key);
    try (RiakUnderTest cluster = new RiakUnderTest(folder);
        RiakStore store = cluster.connect()) {
      Map<String, String> told = store.told(key);

      assertThat(told).hasSize(3);
      assertThat(told.values()).allMatch(parameter.unit()::takes);
      if (parameter.unit() == Unit.WORD) {
        assertThat(told.values()).allMatch(word -> parameter.meaning().contains(word));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "transfer_limit, 05-config__n1__describe_transfer_limit, Number of concurrent node-to-node",
    "leveldb.maximum_memory, 05-config__n2__describe_leveldb.maximum_memory, number of bytes",
  })
  void aKeyThatWasDescribedMeansThat(String key, String recording, String described) {
    assertThat(RecordedRiak.recorded(recording)).startsWith(key + ":").contains(described);
    assertThat(parameter(key).unit())
        .isEqualTo(described.contains("bytes") ? Unit.BYTES : Unit.COUNT);
  }

  @ParameterizedTest
  @CsvSource({
    "leveldb.maximum_memory, 05-config__n1__set_leveldb.maximum_memory_256MB",
    "anti_entropy.throttle, 07-three-nodes-settled__n1__set_anti_entropy.throttle_off",
  })
  void aKeyThatRiakRefusedWhileItRanTakesARestart(String key, String recording) {
    assertThat(RecordedRiak.recorded(recording)).contains("not settable: [\"" + key + "\"]");
    assertThat(parameter(key).effect()).isEqualTo(TakesEffect.RESTART);
    assertThat(AskedSettings.BY_RESTART).contains(key);
  }

  @Test
  void whatProteusSetsIsInTheCatalogueAsItIsSet() {
    List<Parameter> online =
        CATALOGUE.parameters().stream()
            .filter(parameter -> parameter.effect() == TakesEffect.ONLINE)
            .toList();
    assertThat(online).extracting(Parameter::key).containsExactly(AskedSettings.TRANSFER_LIMIT);
    List<Parameter> byRestart =
        CATALOGUE.parameters().stream()
            .filter(parameter -> parameter.how().startsWith("proteus "))
            .toList();
    assertThat(byRestart)
        .allMatch(parameter -> parameter.effect() == TakesEffect.RESTART)
        .extracting(Parameter::key)
        .containsExactlyInAnyOrderElementsOf(AskedSettings.BY_RESTART);
  }

  @Test
  void defaultsAreOfTheirUnit() {
    for (Parameter parameter : CATALOGUE.parameters()) {
      parameter
          .defaultIn("3.2")
          .ifPresent(
              usual -> assertThat(parameter.unit().takes(usual)).as(parameter.key()).isTrue());
    }
  }

  /** Nothing tells what a bucket type is used for. */
  @Test
  void thereAreNoPolicies() {
    assertThat(PolicyLibrary.of(GUIDE, CATALOGUE)).isEmpty();
  }

  private static List<String> findings(Map<String, String> values) {
    Map<String, ReportedValue> told = new HashMap<>();
    values.forEach((key, value) -> told.put(key, new ReportedValue(value, "riak admin show")));
    NodeReport report =
        new NodeReport(
            "riak_kv-3.2.0", Map.of("machineMemory", new BigDecimal("25276510208")), told, null);
    Map<NodeId, NodeReport> nodes = new TreeMap<>();
    nodes.put(new NodeId("riak1@127.0.0.1"), report);
    return new SettingsReview(CATALOGUE, nodes, Map.of())
        .findings().stream().map(Finding::rule).toList();
  }

  @Test
  void whatWasRecordedDoesNotContradictItself() {
    assertThat(
            findings(
                Map.of(
                    "transfer_limit", "8",
                    "leveldb.maximum_memory", "134217728",
                    "leveldb.maximum_memory.percent", "70",
                    "storage_backend", "leveldb",
                    "anti_entropy", "active",
                    "ring_size", "16")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "no-transfers, transfer_limit, 0, ring_size, 16",
    "memory-beyond-the-machine, leveldb.maximum_memory, 30000000000, ring_size, 16",
    "write-buffers-crossed, leveldb.write_buffer_size_min, 2, leveldb.write_buffer_size_max, 1",
    "repair-on-read-only, anti_entropy, passive, tictacaae_active, passive",
    "size-never-warned-of, object.size.warning_threshold, 2, object.size.maximum, 1",
    "siblings-never-warned-of, object.siblings.warning_threshold, 2, object.siblings.maximum, 1",
  })
  void whatDoesNotGoTogetherIsFound(
      String name, String key, String value, String otherKey, String otherValue) {
    assertThat(findings(Map.of(key, value, otherKey, otherValue)))
        .filteredOn(rule -> !rule.equals("range"))
        .containsExactly(name);
  }

  /** A default is no answer: what is not told is not there to contradict anything. */
  @Test
  void whatANodeDoesNotTellIsNotTakenToBeAtItsDefault() {
    assertThat(findings(Map.of("leveldb.write_buffer_size_min", "99999999999"))).isEmpty();
  }
}
