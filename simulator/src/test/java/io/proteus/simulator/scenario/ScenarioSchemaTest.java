package io.proteus.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.proteus.core.units.InvalidValue;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schema is that of the files that are read. */
class ScenarioSchemaTest {
  @SuppressWarnings("unused")
  private static final Iterable<String> SHIPPED = ScenarioFile.SHIPPED;

  private static JsonSchema schema() throws Exception {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(ScenarioDocuments.schema());
  }

  @ParameterizedTest
  @FieldSource("SHIPPED")
  void shippedScenariosHoldToIt(String name) throws Exception {
    try (InputStream in = ScenarioFile.class.getResourceAsStream(name + ".yaml")) {
      JsonNode scenario = new YAMLMapper().readTree(Objects.requireNonNull(in));

      assertThat(schema().validate(scenario)).isEmpty();
    }
  }

  @Test
  void everyKindOfFaultAndCurveHoldsToItAndIsRead() throws Exception {
    String every =
        """
        name: every
        balancer: {period: 5m, slop: 0.2, yields: false}
        tenants:
          - name: A
            operations: {read: 1}
            active: [{from: 1m, until: 20m}, {from: 25m}]
            load:
              - {curve: steps, steps: [{from: 0s, to: 0}, {from: 1m, to: 1}]}
              - {curve: ramp, from: 1m, until: 2m, start: 0, end: 1}
              - {curve: sinusoid, mean: 1, amplitude: 0.5, period: 10m}
              - {curve: daily, factors: [1, 0.5]}
              - {curve: flash-crowd, from: 5m, lasts: 1m, factor: 2}
        faults:
          - {fault: node-crash, at: 1m, node: 0}
          - {fault: node-crash, at: 1m, node: 0, backAfter: 1m}
          - {fault: machine-lost, at: 1m, node: 0}
          - {fault: slow-node, at: 1m, lasts: 1m, node: 1, speed: 0.5}
          - {fault: launches-fail, at: 1m, lasts: 1m}
          - {fault: launches-slow, at: 1m, lasts: 1m, times: 3}
          - {fault: launch-answers-lost, at: 1m, lasts: 1m}
          - {fault: cloud-errors, at: 1m, lasts: 1m, share: 0.5}
          - {fault: store-errors, at: 1m, lasts: 1m, share: 1}
          - {fault: metrics-lost, at: 1m, lasts: 1m}
          - {fault: metrics-lost, at: 1m, lasts: 1m, node: 1}
          - {fault: metrics-stale, at: 1m, lasts: 1m}
          - {fault: counters-reset, at: 1m, partition: 0}
          - {fault: partition-split, at: 1m, partition: 0}
          - {fault: controller-crash, at: 1m}
        """;

    assertThat(schema().validate(new YAMLMapper().readTree(every))).isEmpty();
    assertThat(ScenarioFile.parse("every", every).faults()).hasSize(15);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x",
        "{name: x, nodes: 0, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, nodes: 2.7, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, nodes: many, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, online: maybe, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, tenants: []}",
        "{tenants: [{name: A, operations: {read: 1}}]}",
        "{name: '', tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, tenants: [{operations: {read: 1}}]}",
        "{name: x, tenants: [{name: A}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, shares: 0}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, shares: -3}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, shares: 2.7}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, shares: []}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {timeout: 1s}}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, rate: 9, openLoop: {queue: 1}}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [null]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [{fault: node-crash, at:"
            + " 1m, node: 0.5}]}",
        "{name: x, nodez: 1, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, balancer: {period: soon}, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, balancer: {slop: 2}, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, lasts: soon, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [{fault: node-crash, at:"
            + " 1m}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [{fault: machine-lost, at:"
            + " 1m}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [{fault: slow-node, at: 1m,"
            + " lasts: 1m, node: 0, speed: 1}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [{fault: cloud-errors, at:"
            + " 1m, lasts: 1m}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [{fault: metrics-stale, at:"
            + " 1m}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}}], faults: [{fault: partition-split,"
            + " at: 1m, partition: -1}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, load: [{curve: flash-crowd, from: 1m,"
            + " factor: 2}]}]}",
        "{name: x, tenants: [{name: A, operations: {read: 1}, load: [{curve: steps, steps: [{to:"
            + " 2}]}]}]}"
      })
  void whatDoesNotHoldToItCannotBeRead(String yaml) throws Exception {
    assertThat(schema().validate(new YAMLMapper().readTree(yaml))).isNotEmpty();
    assertThatThrownBy(() -> ScenarioFile.parse("bad.yaml", yaml))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("bad.yaml");
  }
}
