package io.proteus.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.parameter.ParameterCatalogue;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFileTest {
  private static final String CATALOGUE =
      """
      schema: proteus/parameter-catalogue/1
      store: Store
      versions: ["1"]
      parameters:
        - {name: heap, key: HEAP, group: g, meaning: m, unit: bytes, default: {}, defaultFrom: none, scope: [node], effect: restart, how: h}
        - {name: cache, key: store.cache, group: g, meaning: m, unit: share, range: {min: 0, max: 0.8}, default: 0.4, defaultFrom: x, scope: [node], effect: restart, how: h}
        - {name: buffer, key: store.buffer, group: g, meaning: m, unit: share, default: 0.3, defaultFrom: x, scope: [node], effect: restart, how: h}
        - {name: flush, key: store.flush, group: g, meaning: m, unit: bytes, default: 1, defaultFrom: x, scope: [table], effect: table-alter, how: h}
        - {name: limit, key: store.limit, group: g, meaning: m, unit: bytes, default: {}, defaultFrom: none, scope: [table], effect: table-alter, how: h}
        - {name: splitter, key: store.splitter, group: g, meaning: m, unit: word, default: a, defaultFrom: x, scope: [table], effect: table-alter, how: h}
        - {name: compact, key: store.compact, group: g, meaning: m, unit: switch, default: true, defaultFrom: x, scope: [table], effect: table-alter, how: h}
      contradictions:
        - {name: sum, severity: error, when: cache + buffer > 0.8, says: "cache {cache} and buffer {buffer}", source: s}
      """;

  static final String POLICY =
      """
      schema: proteus/policy/1
      name: mine
      title: for writes
      source: me
      workload:
        class: writes
        when: writes > 0.9 && !emptyTable
      hold: 5m
      condition: dataSize > 1 * GB
      set:
        heap: memory / 2
        cache: 0.1
        buffer: 0.6
        flush: heap / 8
        splitter: some.Class
        compact: false
      """;

  private static ParameterCatalogue catalogue() throws InvalidConfiguration {
    return CatalogueFile.parse("catalogue.yaml", CATALOGUE);
  }

  private static Policy policy() throws InvalidConfiguration {
    return PolicyFile.parse("mine.yaml", POLICY, catalogue());
  }

  /** What is said where texts are replaced by others, two and two. */
  private static String refused(String... changes) throws InvalidConfiguration {
    String text = POLICY;
    for (int i = 0; i < changes.length; i += 2) {
      assertThat(text).contains(changes[i]);
      text = text.replace(changes[i], changes[i + 1]);
    }
    String changed = text;
    ParameterCatalogue catalogue = catalogue();
    return catchThrowableOfType(
            InvalidConfiguration.class, () -> PolicyFile.parse("mine.yaml", changed, catalogue))
        .getMessage();
  }

  @Test
  void aLaterFormulaSeesWhatTheEarlierOnesGave() throws Exception {
    Map<String, String> values =
        policy().valuesFor(PolicyFile.situation(16L << 30, 0, 5, 0), catalogue());

    assertThat(values)
        .containsEntry("heap", Long.toString(8L << 30))
        .containsEntry("flush", Long.toString(1L << 30))
        .containsEntry("splitter", "some.Class")
        .containsEntry("compact", "false");
    assertThat(policy().hold()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void whatIsNotKnownIsNotSet() throws Exception {
    assertThat(policy().valuesFor(Map.of(), catalogue()))
        .doesNotContainKeys("heap", "flush")
        .containsEntry("cache", "0.1");
  }

  @Test
  void itAppliesInItsClassAndUnderItsCondition() throws Exception {
    BigDecimal much = BigDecimal.valueOf(2L << 30);

    assertThat(
            policy()
                .applies(Map.of("writes", BigDecimal.ONE, "emptyTable", false, "dataSize", much)))
        .contains(true);
    assertThat(
            policy()
                .applies(
                    Map.of(
                        "writes", BigDecimal.ONE, "emptyTable", false, "dataSize", BigDecimal.ONE)))
        .contains(false);
    assertThat(policy().applies(Map.of("writes", BigDecimal.ONE))).isEmpty();
  }

  @Test
  void errorsNameFileLineAndKey() throws Exception {
    assertThat(refused("  cache: 0.1", "  cash: 0.1"))
        .startsWith("mine.yaml:12: set.cash: there is no such parameter, maybe 'cache'.");
    assertThat(refused("memory / 2", "memry / 2"))
        .startsWith("mine.yaml:11: set.heap: there is no memry, maybe 'memory'.");
    assertThat(refused("writes > 0.9", "writs > 0.9"))
        .startsWith("mine.yaml:7: workload.when: there is no writs, maybe 'writes'.");
    assertThat(refused("hold: 5m", "hold: soon")).startsWith("mine.yaml:8: hold: want a duration");
    assertThat(refused("compact: false", "compact: off"))
        .startsWith("mine.yaml:16: set.compact: want switch, got 'off'.");
    assertThat(refused("title:", "titel:"))
        .contains("mine.yaml:3: titel: there is no such setting. Maybe title.");
  }

  @Test
  void whatContradictsItselfIsRefusedWithTheKey() throws Exception {
    assertThat(refused("buffer: 0.6", "buffer: 0.75"))
        .isEqualTo("mine.yaml:12: set.cache: on a node with 4 GB: cache 0.1 and buffer 0.75");
    assertThat(refused("cache: 0.1", "cache: 0.9")).contains("want 0 to 0.8, got 0.9");
  }

  @Test
  void aFormulaWithoutAValueIsRefused() throws Exception {
    assertThat(refused("heap / 8", "heap / (nodes - 5)"))
        .isEqualTo("mine.yaml:14: set.flush: has no value on a node with 4 GB.");
  }

  private static Policy accepted(String from, String to) throws InvalidConfiguration {
    assertThat(POLICY).contains(from);
    return PolicyFile.parse("mine.yaml", POLICY.replace(from, to), catalogue());
  }

  @Test
  void aFormulaMayAskForTheHeapThatNodesHave() throws Exception {
    Policy policy = accepted("  heap: memory / 2\n", "");

    assertThat(policy.values()).doesNotContainKey("heap").containsEntry("flush", "heap / 8");
    assertThat(refused("  heap: memory / 2\n  cache: 0.1", "  cache: 0.4 + heap / memory"))
        .startsWith(
            "mine.yaml:11: set.cache: on a node with 4 GB: store.cache: want 0 to 0.8, got 0.9");
  }

  @Test
  void aFormulaMayAskForAnythingThatAClusterHas() throws Exception {
    assertThat(accepted("flush: heap / 8", "flush: if(emptyTable, 2, 1) * nodes * partitions"))
        .isNotNull();
    assertThat(accepted("cache: 0.1", "cache: 0.1 + 0.4 * reads")).isNotNull();
    assertThat(accepted("cache: 0.1", "cache: 0.2 * writes")).isNotNull();
    assertThat(accepted("flush: heap / 8", "flush: limit * 2")).isNotNull();
    assertThat(accepted("flush: heap / 8", "flush: 1 / writes")).isNotNull();
  }

  @Test
  void whatFollowsFromTheUseIsCheckedWithinTheClass() throws Exception {
    String when = "writes > 0.9 && !emptyTable";

    assertThat(accepted("cache: 0.1", "cache: 0.9 * reads")).isNotNull();
    assertThat(refused(when, "reads > 0.9", "cache: 0.1", "cache: 0.9 * reads"))
        .startsWith(
            "mine.yaml:12: set.cache: on a node with 4 GB and 95 % reads: store.cache: want 0 to"
                + " 0.8, got 0.855");
    assertThat(refused(when, "reads > 0.7", "cache: 0.1", "cache: 0.4 * reads"))
        .startsWith("mine.yaml:12: set.cache: on a node with 4 GB and 75 % reads: cache 0.3 and");
    assertThat(refused(when, "reads == 0.123", "cache: 0.1", "cache: 0.9 * reads"))
        .contains("and 100 % reads");
  }

  @Test
  void aNameThatNothingHasIsStillRefused() throws Exception {
    assertThat(refused("cache: 0.1", "cache: 0.1 + 0.4 * raeds"))
        .startsWith("mine.yaml:12: set.cache: there is no raeds, maybe 'reads'.");
  }

  @Test
  void anAdministratorsPolicyReplacesAShippedOneOfItsName(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("a.yaml"), POLICY.replace("for writes", "another"));
    Files.writeString(folder.resolve("b.yaml"), POLICY.replace("name: mine", "name: more"));

    List<Policy> all = PolicyLibrary.with(List.of(policy()), PolicyLibrary.of(folder, catalogue()));

    assertThat(all).extracting(Policy::name).containsExactly("mine", "more");
    assertThat(all.get(0).title()).isEqualTo("another");
  }

  @Test
  void twoFilesWithOneNameAreRefused(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("a.yaml"), POLICY);
    Files.writeString(folder.resolve("b.yaml"), POLICY);
    ParameterCatalogue catalogue = catalogue();

    assertThatThrownBy(() -> PolicyLibrary.of(folder, catalogue))
        .hasMessage("b.yaml: name: a.yaml has a policy 'mine' already.");
  }
}
