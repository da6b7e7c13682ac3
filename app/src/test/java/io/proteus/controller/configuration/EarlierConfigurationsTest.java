package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.bounds.Bounds;
import io.proteus.core.decision.HeapDivision;
import io.proteus.core.decision.Proposals;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.units.Ratio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.RecursiveComparisonAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that were written for earlier versions, as in the documentation, mean what they meant.
 * {@code every-setting.yaml} is what {@code init} wrote when each key stood in five places.
 */
class EarlierConfigurationsTest {
  private static final Path FOLDER = Path.of("/etc/proteus");

  private static Configuration read(String name) throws Exception {
    Path file = Path.of("src", "test", "resources", "configurations", name + ".yaml");
    return Configuration.parse(name, Files.readString(file), FOLDER);
  }

  @Test
  void theEarlierTemplateIsTheTemplateOfNowButForTheStrategy() throws Exception {
    String grouping =
        Configuration.template().replaceFirst("(?m)^strategy: auto$", "strategy: met");

    settingsOf(read("every-setting")).isEqualTo(Configuration.parse("now", grouping, FOLDER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mixed",
        "forecast-with-profiles",
        "mdp-expression",
        "mdp-latency",
        "threshold-heap",
        "target-kept",
        "served"
      })
  void eachIsReadAndSaysSomethingElseThanTheDefaults(String name) throws Exception {
    settingsOf(read(name)).isNotEqualTo(read("least"));
  }

  /** Compares what is set, however it is written. */
  private static RecursiveComparisonAssert<?> settingsOf(Configuration read) {
    return assertThat(read)
        .usingRecursiveComparison()
        .usingOverriddenEquals()
        .ignoringFields("written");
  }

  @Test
  void whatTheySayIsTaken() throws Exception {
    assertThat(read("mixed").guards().horizon()).isNull();
    assertThat(read("mixed").guards().takeOverBalancer()).isFalse();
    assertThat(read("mixed").nodes()).isEqualTo(new NodeBounds(2, 9));
    assertThat(((Proposals) read("threshold-heap").decisionMaker().strategy()).proposers())
        .last()
        .isInstanceOf(HeapDivision.class);
    assertThat(read("threshold-heap").met().heapRoom().fullAt()).isEqualTo(Ratio.of(0.9));
    assertThat(read("threshold-heap").met().prefetches()).isFalse();
    assertThat(read("target-kept").policies().scaling()).isEqualTo("keep");
    assertThat(read("mdp-latency").guards().holdAfterUndo()).isEqualTo(Duration.ZERO);
    assertThat(read("served").approval().bounds()).isNotEqualTo(Bounds.NONE);
    assertThat(read("served").server().certificate()).contains(FOLDER.resolve("server.pem"));
    assertThat(read("served").server().oidc())
        .hasValueSatisfying(
            provider -> assertThat(provider.roles()).isEqualTo(Map.of("ops", "operator")));
  }
}
