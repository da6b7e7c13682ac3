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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes: many | nodes",
        "nodes: 0 | want 1 or more nodes",
        "lasts: soon | want a time such as 90s, 3m or 1.5h, got 'soon'",
        "nodez: 3 | nodez: there is no such key. Here are: acts, blockSize",
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
