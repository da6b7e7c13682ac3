package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.UnitValue;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.ByteSize;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.scenario.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, sizes and shares are written in one way, wherever somebody writes them. */
class WrittenValuesTest {
  private static Configuration configuration(String more) throws InvalidConfiguration {
    return Configuration.parse(
        "proteus.yaml",
        "cluster: {name: shop}\nengine: {zookeeper: 'zk:2181'}\n" + more,
        Path.of("/"));
  }

  private static Scenario scenario(String more) {
    return ScenarioFile.parse(
        "s.yaml", "{name: s, tenants: [{name: A, operations: {read: 1}}], " + more + "}");
  }

  private static Policy policy(String hold) throws InvalidConfiguration {
    return PolicyFile.parse(
        "policy",
        """
        {schema: proteus/policy/1, name: p, title: t, source: s,
         workload: {class: c, when: reads > 0.5}, hold: '%s', set: {blockSize: 65536}}
        """
            .formatted(hold),
        ShippedGuide.of("hbase").catalogue());
  }

  private static Tenant tenant(String more) {
    return ScenarioFile.parse(
            "s.yaml", "{name: s, tenants: [{name: A, operations: {read: 1}, " + more + "}]}")
        .tenants()
        .get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "30s, PT30S",
    "3m, PT3M",
    "1h, PT1H",
    "1.5h, PT1H30M",
    "0.5s, PT0.5S",
    "2d, PT48H",
    "10 m, PT10M",
    "30S, PT30S",
    "' 90s ', PT1M30S"
  })
  void timesAreReadEverywhere(String text, Duration time) throws Exception {
    assertThat(configuration("monitor: {period: '%s'}".formatted(text)).monitor().period())
        .isEqualTo(time);
    assertThat(scenario("lasts: '%s'".formatted(text)).lasts()).isEqualTo(time);
    assertThat(new UnitValue.Time().convert(text)).isEqualTo(time);
    assertThat(policy(text).hold()).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "1.5", "soon", "-3s", "3 weeks", "1h30m", "99999999d", "1e3s"})
  void otherTimesAreRefusedEverywhereWithWhatIsWanted(String text) throws Exception {
    String shown = "got '%s'.".formatted(text);
    assertThatThrownBy(() -> configuration("monitor: {period: '%s'}".formatted(text)))
        .hasMessageContaining("monitor.period: want a duration such as 30s, 3m or 1h, " + shown);
    assertThatThrownBy(() -> scenario("lasts: '%s'".formatted(text)))
        .hasMessageContaining("lasts: want a ")
        .hasMessageContaining(shown);
    assertThatThrownBy(() -> new UnitValue.Time().convert(text))
        .hasMessageContaining("want a time ")
        .hasMessageContaining(shown);
    assertThatThrownBy(() -> policy(text))
        .hasMessageContaining("hold: want a duration such as 30s, 3m, 1h, or 0s, " + shown);
  }

  @ParameterizedTest
  @CsvSource({"64KB, 65536", "1.5GB, 1610612736", "100 B, 100", "2mb, 2097152", "' 1KB ', 1024"})
  void sizesAreReadEverywhere(String text, long bytes) throws Exception {
    ByteSize size = ByteSize.ofBytes(bytes);
    assertThat(
            configuration("server: {largestRequest: '%s'}".formatted(text))
                .server()
                .largestRequest())
        .isEqualTo(size);
    assertThat(scenario("blockSize: '%s'".formatted(text)).blockSize()).isEqualTo(size);
    assertThat(new UnitValue.Size().convert(text)).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"64", "big", "-1KB", "1 ZB"})
  void otherSizesAreRefusedEverywhere(String text) {
    assertThatThrownBy(() -> configuration("server: {largestRequest: '%s'}".formatted(text)))
        .hasMessageContaining("want a size such as 64KB, got '%s'".formatted(text));
    assertThatThrownBy(() -> scenario("blockSize: '%s'".formatted(text)))
        .hasMessageContaining("blockSize: ")
        .hasMessageContaining("got '%s'".formatted(text));
    assertThatThrownBy(() -> new UnitValue.Size().convert(text))
        .hasMessageContaining("got '%s'".formatted(text));
  }

  @ParameterizedTest
  @CsvSource({"0.4, 0.4", "40%, 0.4", "40 %, 0.4", "1, 1", "0, 0"})
  void sharesAreReadEverywhere(String text, double share) throws Exception {
    assertThat(
            configuration("guards: {minimumGain: '%s'}".formatted(text))
                .guards()
                .minimumGain()
                .value())
        .isEqualTo(share);
    assertThat(scenario("memory: '%s / 0'".formatted(text)).memory().readCache().value())
        .isEqualTo(share);
    assertThat(tenant("hotRequests: '%s'".formatted(text)).hotRequests()).isEqualTo(share);
    assertThat(new UnitValue.Share().convert(text)).isEqualTo(share);
  }

  @ParameterizedTest
  @CsvSource({"1500, 1500", "0.5, 0.5", "20 op/s, 20", "20op/s, 20"})
  void ratesAreReadEverywhere(String text, double rate) throws Exception {
    assertThat(
            configuration("met: {classify: {idleBelow: '%s'}}".formatted(text))
                .met()
                .configuration()
                .classify()
                .idleBelow())
        .isEqualTo(rate);
    assertThat(tenant("rate: '%s'".formatted(text)).rate()).isEqualTo(rate);
    assertThat(new UnitValue.Rate().convert(text)).isEqualTo(rate);
  }
}
