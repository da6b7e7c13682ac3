package io.proteus.lab.elasticity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.controller.configuration.Configuration;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.elasticity.ElasticityScript.Leave;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElasticityScriptTest {
  private final ElasticityScript script = script(21, 3, 6);

  @Test
  void tenantsLeaveAtTheSharesOfThePapersTime() {
    assertThat(script(63, 6, 12).leaves())
        .containsExactly(
            new Leave("E", Duration.ofMinutes(33)),
            new Leave("F", Duration.ofMinutes(33)),
            new Leave("B", Duration.ofMinutes(43)),
            new Leave("A", Duration.ofMinutes(53)));
    assertThat(script.leaves().get(0).at()).isEqualTo(Duration.ofMinutes(11));
    assertThat(script.acts()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void everyTenantHasItsRateAndTheLogHalfOfIt() {
    assertThat(script.tenants())
        .allSatisfy(
            tenant ->
                assertThat(tenant.cap().orElseThrow().value())
                    .isEqualTo(tenant.name().equals("D") ? 300 : 600));
  }

  @Test
  void whatIsAskedForEndsWhenATenantLeaves() {
    // A to C, E and F with 600 op/s, D with 300; E and F leave at 33 minutes, B at 43, A at 53
    assertThat(script(63, 6, 12).asked())
        .isCloseTo(60 * (600 * (33 + 33 + 43 + 53 + 63) + 300 * 63), within(1e-3));
  }

  @Test
  void bothWorldsAreGivenTheSame() {
    Scenario scenario = ScenarioFile.parse("test", script.scenario());

    assertThat(scenario.lasts()).isEqualTo(script.length());
    assertThat(scenario.acts()).isEqualTo(script.acts());
    assertThat(scenario.nodes()).isEqualTo(3);
    assertThat(scenario.hardware().cores()).isEqualTo(0.18);
    assertThat(scenario.hardware().heap()).isEqualTo(ByteSize.ofMegabytes(512));
    for (Tenant real : script.tenants()) {
      var simulated =
          scenario.tenants().stream()
              .filter(tenant -> tenant.name().equals(real.name()))
              .findFirst()
              .orElseThrow();
      assertThat(simulated.shares()).isEqualTo(real.partitionShares());
      assertThat(simulated.rate()).isEqualTo(real.cap().orElseThrow().value());
      assertThat(simulated.clients()).isEqualTo(real.threads());
      assertThat(simulated.rowSize().bytes())
          .as("a row, and what a cell adds")
          .isBetween(
              (long) RowFormat.ONE_FIELD.rowBytes(), (long) (1.1 * RowFormat.ONE_FIELD.rowBytes()));
      assertThat(simulated.updateSize()).isEqualTo(simulated.rowSize());
    }
    var leaving = scenario.tenants().get(4);
    assertThat(leaving.name()).isEqualTo("E");
    assertThat(leaving.loadAt(Duration.ofMinutes(10))).isEqualTo(1);
    assertThat(leaving.loadAt(Duration.ofMinutes(12))).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "met", "threshold", "target", "mdp", "forecast"})
  void theSettingsAreThoseOfAConfigurationFile(String strategy) throws Exception {
    Configuration configuration =
        Elasticity.configuration(script, strategy, "zk1:2181", Path.of("journals"));

    assertThat(configuration.nodes().min()).isEqualTo(3);
    assertThat(configuration.nodes().max()).isEqualTo(6);
    assertThat(configuration.monitor().period()).isEqualTo(Duration.ofSeconds(10));
    assertThat(configuration.journal().file()).hasFileName(strategy + ".db");
  }

  @Test
  void proteusDoesNotLookMoreOftenThanHBaseRenewsItsMetrics() {
    assertThat(script(6, 3, 6).period()).isEqualTo(Duration.ofSeconds(10));
    assertThat(script(63, 3, 6).period()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void boundsThatAreSwappedAreRefused() {
    assertThatThrownBy(() -> script(21, 6, 3)).hasMessageContaining("Maybe they are swapped");
    assertThatThrownBy(() -> script(2, 3, 6)).hasMessageContaining("--minutes");
  }

  @Test
  void theSimulatorPlaysIt() throws Exception {
    var run = SimulatedElasticity.run(script(6, 3, 6), Duration.ofSeconds(20), "threshold", 1);

    assertThat(run.incidents()).isEmpty();
    assertThat(run.operations()).isPositive();
    assertThat(run.mostNodes()).isBetween(3, 6);
    assertThat(run.seconds()).isCloseTo(360, within(5.0));
    assertThat(run.points()).hasSizeGreaterThan(30);
  }

  static ElasticityScript script(int minutes, int servers, int most) {
    return new ElasticityScript(
        Duration.ofMinutes(minutes),
        servers,
        most,
        0.18,
        ByteSize.ofMegabytes(512),
        30_000,
        600,
        10);
  }
}
