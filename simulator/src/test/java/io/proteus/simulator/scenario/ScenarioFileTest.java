package io.proteus.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ScenarioFileTest {
  @SuppressWarnings("unused")
  private static final Iterable<String> SHIPPED = ScenarioFile.SHIPPED;

  @ParameterizedTest
  @FieldSource("SHIPPED")
  void everyShippedScenarioCanBeRead(String name) {
    Scenario scenario = ScenarioFile.find(name, Path.of("."));

    assertThat(scenario.name()).isEqualTo(name);
    assertThat(scenario.description()).isNotBlank();
  }

  @Test
  void whatIsLeftOutIsTheDefault() {
    Scenario scenario =
        ScenarioFile.parse(
            "test",
            """
            name: small
            tenants:
              - {name: A, operations: {read: 1}, shares: 2, active: [{from: 1m, until: 2m}]}
            """);

    assertThat(scenario.nodes()).isEqualTo(5);
    assertThat(scenario.tenants().get(0).shares()).containsExactly(0.5, 0.5);
    assertThat(scenario.tenants().get(0).loadAt(Duration.ofSeconds(30))).isZero();
    assertThat(scenario.tenants().get(0).loadAt(Duration.ofSeconds(90))).isEqualTo(1);
  }

  @Test
  void aStoreHasABalancerWhereOneIsGivenAndItsDefaultsAreThoseOfHbase() {
    String text = "name: small\ntenants: [{name: A, operations: {read: 1}}]\n";

    assertThat(ScenarioFile.parse("test", text).balancer()).isNull();
    assertThat(ScenarioFile.parse("test", text + "balancer: {yields: false}").balancer())
        .isEqualTo(StoreBalancer.unheeded());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes: many | nodes: want a whole number, 1 to 10000, got 'many'.",
        "nodes: 2.7 | nodes: want a whole number, 1 to 10000, got '2.7'.",
        "hardware: {handlers: 30.5} | hardware.handlers: want a whole number, 1 or more, got"
            + " '30.5'.",
        "online: maybe | online: want true or false, got 'maybe'",
        "faults: [{fault: node-crash, at: 1m, node: 1.5}] | faults[0].node: want a whole number, 0"
            + " or more, got '1.5'.",
        "lasts: 10m\\n"
            + "acts: 10m | scenario bad: acts: want less than lasts, which is PT10M, got PT10M.",
        "lasts: 10m\\n"
            + "faults: [{fault: controller-crash, at: 9m}, {fault: controller-crash, at: 10m}] |"
            + " scenario bad: faults[1].at: want less than lasts, which is PT10M, got PT10M.",
        "faults: [{fault: node-crash, at: 2h, node: 1}] | faults[0].at: want less than lasts, which"
            + " is PT30M, got PT2H.",
        "faults: [{fault: node-crash, at: 1m, node: 5}] | faults[0].node: want less than 5, as"
            + " there are never more and they are counted from 0, got 5.",
        "faults: [{fault: machine-lost, at: 1m, node: 77}] | faults[0].node: want less than 5",
        "lasts: 99999999999d | lasts: want a duration such as 30s, 3m or 1h, got '99999999999d'."
            + " Maybe '36500d', the most.",
        "nodes: 2000000000 | nodes: want a whole number, 1 to 10000, got '2000000000'.",
        "tenants: [{name: A, operations: {read: 1}, shares: 2000000000}] | tenants[0].shares: want"
            + " a number of partitions, 1 to 1000000, the share",
        "tenants: [{name: A, operations: {read: 1}, shares: {count: 9, zipf: 3}}] |"
            + " tenants[0].shares: want a number of partitions",
        "tenants: [{name: A, operations: {read: 1}, shares: {count: 9}}] | tenants[0].shares: want"
            + " a number of partitions",
        "tenants: [{name: A, operations: {read: 1}, rows: 1e20}] | tenants.A.rows: want rows of"
            + " rowSize that are 100 TB at most, got 1.0E20.",
        "tenants: [{name: A, operations: {read: 1}, rate: 1e400}] | tenants[0].rate: want a number"
            + " of requests per second, 0 or more, got '1e400'.",
        "tenants: [{name: A, operations: {read: 1}, clients: 1e9}] | tenants.A.clients: want 10"
            + " million at most, got 1.0E9.",
        "faults: [{fault: slow-node, at: 1m, lasts: 1m, node: 7, speed: 0.5}] | faults[0].node:"
            + " want less than 5",
        "faults: [{fault: metrics-lost, at: 1m, lasts: 1m, node: 5}] | faults[0].node: want less"
            + " than 5",
        "faults: [{fault: node-crash, at: 1m, node: 8}]\\n"
            + "proteus: {nodes: {min: 2, max: 8}} | faults[0].node: want less than 8",
        "faults: [{fault: partition-split, at: 1m, partition: 5}] | faults[0].partition: want less"
            + " than 5",
        "faults: [{fault: counters-reset, at: 1m, partition: 4}] | faults[0].partition: want less"
            + " than 4",
        "faults: [~] | faults[0]: want settings, as {key: value}, got nothing.",
        "tenants: [~] | tenants[0]: want settings, as {key: value}, got nothing.",
        "tenants: [{operations: {read: 1}}] | tenants[0].name: is required; want a text.",
        "tenants: [{name: , operations: {read: 1}}] | tenants[0].name: is required; want a text.",
        "tenants: [{name: A}] | tenants[0].operations: is required; want settings, as {key:"
            + " value}.",
        "tenants: [{name: A, operations: }] | tenants[0].operations: is required; want settings, as"
            + " {key: value}.",
        "tenants: | tenants: is required; want a list of sections.",
        "tenants: [{name: A, operations: {read: 1}, shares: 0}] | tenants[0].shares: want a number"
            + " of partitions, 1 to 1000000, the share of each such as [0.7, 0.3], or {count: 256,"
            + " zipf: 0.9}, got '0'.",
        "tenants: [{name: A, operations: {read: 1}, shares: -3}] | tenants[0].shares: want a number"
            + " of partitions",
        "tenants: [{name: A, operations: {read: 1}, shares: 2.7}] | tenants[0].shares: want a"
            + " number of partitions",
        "tenants: [{name: A, operations: {read: 1}, shares: [0.5, ~]}] | tenants[0].shares: want a"
            + " number of partitions",
        "tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {timeout: 1s}}] |"
            + " tenants[0].openLoop.queue: is required; want a number, 0 or more.",
        "tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {queue: 1}}] |"
            + " tenants[0].openLoop.timeout: is required; want a duration such as 30s, 3m or 1h.",
        "tenants: [{name: A, operations: {read: 1}, rate: fast}] | tenants[0].rate: want a number"
            + " of requests per second, 0 or more, got 'fast'.",
        "nodes: 0 | nodes: want a whole number, 1 to 10000, got '0'.",
        "lasts: soon | lasts: want a duration such as 30s, 3m or 1h, got 'soon'.",
        "nodez: 3 | nodez: there is no such setting. Maybe nodes.",
        "layout: best | want one of random, balanced, grouped, aligned, met, got 'best'",
        "memory: 40% | want the shares of read cache and write buffer",
        "hardware: {cores: 0} | hardware.cores: want a number, 0.02 or more, got '0'.",
        "faults: [{fault: plague, at: 1m}] | faults[0]: want a fault, one of node-crash,"
            + " machine-lost, slow-node, launches-fail, launches-slow, launch-answers-lost,"
            + " cloud-errors, store-errors, metrics-lost, metrics-stale, counters-reset,"
            + " partition-split, launches-unseen, launches-stillborn, controller-crash, got"
            + " 'plague'.",
        "faults: [{at: 1m}] | faults[0]: want a fault, one of node-crash, machine-lost, slow-node,"
            + " launches-fail, launches-slow, launch-answers-lost, cloud-errors, store-errors,"
            + " metrics-lost, metrics-stale, counters-reset, partition-split, launches-unseen,"
            + " launches-stillborn, controller-crash, got none.",
        "faults: {fault: controller-crash, at: 1m} | faults: want a list, as [...] or with '-'"
            + " before each, got a section.",
        "proteus: [1] | proteus: want settings, as {key: value}, got a list.",
        "tenants: {name: A} | tenants: want a list, as [...] or with '-' before each, got a"
            + " section.",
        "tenants: [A] | tenants[0]: want settings, as {key: value}, got 'A'.",
        "tenants: [{name: A, operations: [read]}] | tenants[0].operations: want a section of"
            + " settings, got a list.",
        "tenants: [{name: A, operations: {raed: 1}}] | tenants[0].operations.raed: there is no such"
            + " setting. Maybe operations.read.",
        "tenants: [{name: A, operations: {read: 1, raed: 0}}] | tenants[0].operations.raed: there"
            + " is no such setting. Maybe operations.read.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: zigzag}]}] | tenants[0].load[0]:"
            + " want a curve, one of steps, ramp, sinusoid, daily, flash-crowd, got 'zigzag'.",
        "tenants: [] | want at least one tenant",
        "tenants: [{name: A, operations: {read: 0.5}}] | tenants[0].operations: want shares of 0 or"
            + " more that add up to 1, got read 0.5, update 0.0, insert 0.0, scan 0.0,"
            + " readModifyWrite 0.0 (sum 0.5).",
        "tenants: [{name: A, operations: {read: 1}, rate: fast}] | tenants[0].rate",
        "tenants: [{name: A, operations: {read: 1}, openLoop: {queue: 9, timeout: 1s}}] |"
            + " tenants.A.openLoop: want a rate",
        "tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {queue: -1, timeout: 1s}}] |"
            + " tenants[0].openLoop.queue: want a number, 0 or more, got '-1'.",
        "tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {queue: 1, timeout: 2h}}] |"
            + " timeout over 0 and up to 1 h",
        "nodes: 1\\nnodes: 2 | Duplicate",
        "balancer: {period: 0s} | balancer.period: want a duration such as 30s, 3m or 1h, got"
            + " '0s'.",
        "balancer: {slop: 2} | balancer.slop: want a share such as 0.6 or 60%, got '2'.",
        "balancer: {every: 5m} | balancer.every: there is no such setting. Maybe balancer.period.",
        "faults: [{fault: node-crash, node: 1}] | faults[0].at: is required; want a duration such"
            + " as 30s, 3m, 1h, or 0s.",
        "faults: [{fault: node-crash, at: null, node: 1}] | faults[0].at: is required; want a"
            + " duration such as 30s, 3m, 1h, or 0s.",
        "faults: [{fault: node-crash, at: 1m}] | faults[0].node: is required; want a whole number,"
            + " 0 or more.",
        "faults: [{fault: node-crash, at: 1m, node: -1}] | faults[0].node: want a whole number, 0"
            + " or more, got '-1'.",
        "faults: [{fault: slow-node, at: 1m, lasts: 1m, node: 0}] | faults[0].speed: is required;"
            + " want a number, over 0 and below 1.",
        "faults: [{fault: slow-node, at: 1m, lasts: 1m, node: 0, speed: 0}] | faults[0].speed: want"
            + " a number, over 0 and below 1, got '0'.",
        "faults: [{fault: slow-node, at: 1m, lasts: 1m, node: 0, speed: 1}] | faults[0].speed: want"
            + " a number, over 0 and below 1, got '1'.",
        "faults: [{fault: slow-node, at: 1m, node: 0, speed: 0.5}] | faults[0].lasts: is required;"
            + " want a duration such as 30s, 3m or 1h.",
        "faults: [{fault: launches-fail, at: 1m, lasts: 0s}] | faults[0].lasts: want a duration"
            + " such as 30s, 3m or 1h, got '0s'.",
        "faults: [{fault: launches-slow, at: 1m, lasts: 1m, times: 0}] | faults[0].times: want a"
            + " number, over 0, got '0'.",
        "faults: [{fault: launch-answers-lost, at: 1m}] | faults[0].lasts: is required; want a"
            + " duration such as 30s, 3m or 1h.",
        "faults: [{fault: cloud-errors, at: 1m, lasts: 1m, share: 1.5}] | faults[0].share: want a"
            + " share such as 0.6 or 60%, got '1.5'.",
        "faults: [{fault: store-errors, at: 1m, lasts: 1m, share: -0.1}] | faults[0].share: want a"
            + " share such as 0.6 or 60%, got '-0.1'.",
        "faults: [{fault: metrics-lost, at: 1m, lasts: 1m, node: -2}] | faults[0].node: want a"
            + " whole number, 0 or more, got '-2'.",
        "faults: [{fault: metrics-stale, at: 1m}] | faults[0].lasts: is required; want a duration"
            + " such as 30s, 3m or 1h.",
        "faults: [{fault: counters-reset, at: 1m}] | faults[0].partition: is required; want a whole"
            + " number, 0 or more.",
        "faults: [{fault: partition-split, at: 1m, partition: -1}] | faults[0].partition: want a"
            + " whole number, 0 or more, got '-1'.",
        "faults: [{fault: controller-crash}] | faults[0].at: is required; want a duration such as"
            + " 30s, 3m, 1h, or 0s.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: flash-crowd, from: 1m, factor:"
            + " 2}]}] | tenants[0].load[0].lasts: is required; want a duration such as 30s, 3m or"
            + " 1h.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: flash-crowd, from: 1m, lasts:"
            + " 1m, factor: -2}]}] | tenants[0].load[0].factor: want a number, 0 or more, got"
            + " '-2'.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: steps}]}] |"
            + " tenants[0].load[0].steps: is required; want a list of sections.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: steps, steps: [{to: 2}]}]}] |"
            + " tenants[0].load[0].steps[0].from: is required; want a duration such as 30s, 3m, 1h,"
            + " or 0s.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: steps, steps: [{from: 1m}]}]}] |"
            + " tenants[0].load[0].steps[0].to: is required; want a number, 0 or more.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: sinusoid, mean: 1, amplitude:"
            + " 1}]}] | tenants[0].load[0].period: is required; want a duration such as 30s, 3m or"
            + " 1h.",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: daily, factors: []}]}] |"
            + " load.daily.factors: want at least one",
        "tenants: [{name: A, operations: {read: 1}, active: [{until: 2m}]}] |"
            + " tenants[0].active[0].from: is required; want a duration such as 30s, 3m, 1h, or"
            + " 0s.",
        "tenants: [{name: A, operations: {read: 1}, active: [{from: 2m, until: 1m}]}] |"
            + " active.until: want later than from, which is PT2M, got PT1M",
      })
  void whatIsWrongIsNamed(String lines, String expected) {
    String text = lines.replace("\\n", "\n");
    String whole =
        "name: bad\n"
            + (text.startsWith("tenants") ? "" : "tenants: [{name: A, operations: {read: 1}}]\n")
            + text;

    assertThatThrownBy(() -> ScenarioFile.parse("bad.yaml", whole))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("bad.yaml")
        .hasMessageContaining(expected.strip());
  }

  @Test
  void offIsAWordOfSettingsAndNoTruthValue() {
    Scenario scenario =
        ScenarioFile.parse(
            "test",
            """
            name: small
            tenants: [{name: A, operations: {read: 1}}]
            proteus: {threshold: {ioWaitAbove: off}}
            """);

    assertThat(scenario.proteus().get("threshold")).isEqualTo(Map.of("ioWaitAbove", "off"));
  }

  @Test
  void aNameThatIsNoneOfACluster() {
    assertThatThrownBy(
            () ->
                ScenarioFile.parse(
                    "bad.yaml", "name: two words\ntenants: [{name: A, operations: {read: 1}}]"))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("bad.yaml:1: name: want letters, digits, '.', '_' and '-', got 'two words'.");
  }

  @Test
  void whatIsNoYamlIsSaidInALine() {
    assertThatThrownBy(() -> ScenarioFile.parse("bad.yaml", "foo: [1\n"))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("bad.yaml:1: not YAML: while parsing a flow sequence");
  }

  @Test
  void aFolderIsNotAScenarioThatIsMissing(@TempDir Path folder) throws Exception {
    Files.createDirectory(folder.resolve("mine"));
    Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, 1});

    assertThatThrownBy(() -> ScenarioFile.find("mine", folder))
        .hasMessage("mine: want a file, got a folder.");
    assertThatThrownBy(() -> ScenarioFile.find("binary", folder))
        .hasMessage("binary: want a scenario as text in UTF-8.");
  }

  @Test
  void allMistakesAreToldAtOnce() {
    assertThatThrownBy(
            () ->
                ScenarioFile.parse(
                    "bad.yaml",
                    """
                    name: bad
                    lasts: soon
                    nodez: 3
                    hardware: {cores: 0}
                    tenants:
                      - {name: A, operations: {read: 0.5}, rate: fast}
                    """))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContainingAll(
            "bad.yaml:2: lasts: want a duration",
            "bad.yaml:3: nodez: there is no such setting. Maybe nodes.",
            "bad.yaml:4: hardware.cores: ",
            "bad.yaml:6: tenants[0].operations: want shares",
            "bad.yaml:6: tenants[0].rate: ");
  }

  @Test
  void mistakesBehindOneThatEndsATenantOrAFaultAreToldToo() {
    assertThatThrownBy(
            () ->
                ScenarioFile.parse(
                    "bad.yaml",
                    """
                    tenants:
                      - {operations: {read: 0.5}}
                      - {name: B, operations: {read: 1}, hotData: 0}
                      - {name: C, operations: {read: 1}, clientsOf: B, openLoop: {queue: 1}, load: [{curve: ramp, from: 1m}]}
                    faults:
                      - {fault: node-crash, at: 1m, node: -1}
                      - {fault: slow-node, at: 1m, node: 0}
                    nodez: 3
                    """))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContainingAll(
            "bad.yaml:2: tenants[0].operations: want shares",
            "bad.yaml:2: tenants[0].name: is required",
            "bad.yaml:3: tenants.B: want hotData over 0",
            "bad.yaml:4: tenants[2].openLoop.timeout: is required",
            "bad.yaml:4: tenants[2].load[0].until: is required",
            "bad.yaml:6: faults[0].node: want a whole number, 0 or more",
            "bad.yaml:7: faults[1].lasts: is required",
            "bad.yaml:8: nodez: there is no such setting",
            "bad.yaml: name: is required")
        .hasMessageNotContaining("is there twice")
        .hasMessageNotContaining("clientsOf");
  }

  @Test
  void whatFollowsFromAMistakeIsNotOneOfItsOwn() {
    assertThatThrownBy(
            () ->
                ScenarioFile.parse(
                    "bad.yaml",
                    """
                    name: bad
                    tenants:
                      - {name: A, operations: {read: 1}, rate: fast, openLoop: {queue: 1, timeout: 1s}}
                    """))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "bad.yaml:3: tenants[0].rate: want a number of requests per second, 0 or more, got"
                + " 'fast'.");
  }

  @Test
  void nodesThatMayComeAndHalvesThatWillMayBeStruck() {
    Scenario growing =
        ScenarioFile.parse(
            "test",
            """
            name: growing
            nodes: 3
            tenants:
              - {name: A, operations: {read: 1}, shares: 2}
              - {name: B, operations: {read: 1}, shares: 1}
            faults:
              - {fault: partition-split, at: 1m, partition: 2}
              - {fault: counters-reset, at: 2m, partition: 3}
              - {fault: node-crash, at: 3m, node: 4}
            proteus: {nodes: {min: 3, max: 5}}
            """);

    assertThat(growing.faults()).hasSize(3);
  }

  @Test
  void aKeyWithNothingBehindItIsAsIfItWereLeftOut() {
    Scenario blank =
        ScenarioFile.parse(
            "test",
            """
            name: blank
            description:
            nodes:
            online:
            hardware: {cores: , heap: 4GB}
            layout: ""
            acts:
            faults:
            tenants:
              - name: A
                operations: {read: 1, scan: }
                shares:
                load:
                active: [{from: 1m, until: }]
                rate:
                openLoop:
            proteus: {scaling: , guards: {cooldown: }, engine: }
            """);
    Scenario without =
        ScenarioFile.parse(
            "test",
            """
            name: blank
            hardware: {heap: 4GB}
            tenants:
              - {name: A, operations: {read: 1}, active: [{from: 1m}]}
            """);

    assertThat(blank.proteus()).containsOnlyKeys("guards");
    assertThat(blank.withSettings(Map.of("guards", Map.of())))
        .isEqualTo(without.withSettings(Map.of("guards", Map.of())));
  }

  @Test
  void aScenarioThatIsNotThereIsAnsweredWithThoseThatAre() {
    assertThatThrownBy(() -> ScenarioFile.find("met-99", Path.of(".")))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("met-18");
  }
}
