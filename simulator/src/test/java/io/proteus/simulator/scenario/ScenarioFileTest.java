package io.proteus.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
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
        "nodes: many | nodes",
        "nodes: 0 | want 1 or more nodes",
        "lasts: soon | want a time such as 90s, 3m or 1.5h, got 'soon'",
        "nodez: 3 | nodez: there is no such key. Here are: acts, balancer, blockSize",
        "layout: best | want one of random, balanced, grouped, got 'best'",
        "memory: 40% | want the shares of read cache and write buffer",
        "hardware: {cores: 0} | want cores of 0.05 or more",
        "faults: [{fault: plague, at: 1m}] | plague",
        "tenants: [] | want at least one tenant",
        "tenants: [{name: A, operations: {read: 0.5}}] | tenants[0].operations",
        "tenants: [{name: A, operations: {read: 1}, rate: fast}] | tenants[0].rate",
        "tenants: [{name: A, operations: {read: 1}, openLoop: {queue: 9, timeout: 1s}}] | tenants.A.openLoop: want a rate",
        "tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {queue: -1, timeout: 1s}}] | openLoop: want a queue of 0 or more",
        "tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {queue: 1, timeout: 2h}}] | timeout over 0 and up to 1 h",
        "nodes: 1\\nnodes: 2 | Duplicate",
        "balancer: {period: 0s} | balancer: want a period over 0 and a slop of 0 to 1, got PT0S",
        "balancer: {slop: 2} | balancer: want a period over 0 and a slop of 0 to 1, got PT5M and 2.0",
        "balancer: {every: 5m} | balancer.every: there is no such key. Here are: period, slop, yields",
        "faults: [{fault: node-crash, node: 1}] | faults[0].at: want a value, got none",
        "faults: [{fault: node-crash, at: null, node: 1}] | node-crash.at: want a value, got none",
        "faults: [{fault: node-crash, at: 1m}] | faults[0].node: want a value, got none",
        "faults: [{fault: node-crash, at: 1m, node: -1}] | node-crash.node: want 0 or more, as they are counted from 0, got -1",
        "faults: [{fault: slow-node, at: 1m, lasts: 1m, node: 0}] | faults[0].speed: want a value, got none",
        "faults: [{fault: slow-node, at: 1m, lasts: 1m, node: 0, speed: 0}] | slow-node.speed: want over 0 and below 1, got 0.0",
        "faults: [{fault: slow-node, at: 1m, lasts: 1m, node: 0, speed: 1}] | slow-node.speed: want over 0 and below 1, got 1.0",
        "faults: [{fault: slow-node, at: 1m, node: 0, speed: 0.5}] | faults[0].lasts: want a value, got none",
        "faults: [{fault: launches-fail, at: 1m, lasts: 0s}] | launches-fail.lasts: want a time over 0, got PT0S",
        "faults: [{fault: launches-slow, at: 1m, lasts: 1m, times: 0}] | launches-slow.times: want over 0, got 0.0",
        "faults: [{fault: launch-answers-lost, at: 1m}] | faults[0].lasts: want a value, got none",
        "faults: [{fault: cloud-errors, at: 1m, lasts: 1m, share: 1.5}] | cloud-errors.share: want 0 to 1, got 1.5",
        "faults: [{fault: store-errors, at: 1m, lasts: 1m, share: -0.1}] | store-errors.share: want 0 to 1, got -0.1",
        "faults: [{fault: metrics-lost, at: 1m, lasts: 1m, node: -2}] | metrics-lost.node: want 0 or more",
        "faults: [{fault: metrics-stale, at: 1m}] | faults[0].lasts: want a value, got none",
        "faults: [{fault: counters-reset, at: 1m}] | faults[0].partition: want a value, got none",
        "faults: [{fault: partition-split, at: 1m, partition: -1}] | partition-split.partition: want 0 or more",
        "faults: [{fault: controller-crash}] | faults[0].at: want a value, got none",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: flash-crowd, from: 1m, factor: 2}]}] | load[0].lasts: want a value, got none",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: flash-crowd, from: 1m, lasts: 1m, factor: -2}]}] | load.flash-crowd.factor: want 0 or more, got -2.0",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: steps}]}] | load[0].steps: want a value, got none",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: steps, steps: [{to: 2}]}]}] | steps[0].from: want a value, got none",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: steps, steps: [{from: 1m}]}]}] | steps[0].to: want a value, got none",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: sinusoid, mean: 1, amplitude: 1}]}] | load[0].period: want a value, got none",
        "tenants: [{name: A, operations: {read: 1}, load: [{curve: daily, factors: []}]}] | load.daily.factors: want at least one",
        "tenants: [{name: A, operations: {read: 1}, active: [{until: 2m}]}] | active[0].from: want a value, got none",
        "tenants: [{name: A, operations: {read: 1}, active: [{from: 2m, until: 1m}]}] | active.until: want later than from, which is PT2M, got PT1M",
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
            "bad.yaml: lasts: want a time",
            "bad.yaml: nodez: there is no such key",
            "bad.yaml: hardware: ",
            "bad.yaml: tenants[0].operations: ",
            "bad.yaml: tenants[0].rate: ");
  }

  @Test
  void aScenarioThatIsNotThereIsAnsweredWithThoseThatAre() {
    assertThatThrownBy(() -> ScenarioFile.find("met-99", Path.of(".")))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("met-18");
  }
}
