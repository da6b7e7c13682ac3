package io.proteus.lab.bulkload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.app.WrongUsage;
import io.proteus.app.command.Schemas;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.bulkload.Splits;
import io.proteus.lab.result.Environment;
import io.proteus.lab.result.Spread;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LoadFiguresTest {

  @Test
  void ratiosAreOfTheSameRepeatAndTheirSpreadIsKept() {
    LoadFigures figures =
        new LoadFigures(
            List.of(
                trial("default", 1, 1000, 10),
                trial("hconfig4", 1, 1000, 5),
                trial("default", 2, 1000, 20),
                trial("hconfig4", 2, 1000, 5)));

    LoadFigures.Line line = figures.lines().get(1);

    assertThat(line.configuration()).isEqualTo(LoadConfiguration.HCONFIG_4);
    Spread ratio = Objects.requireNonNull(line.ratio());
    assertThat(ratio.min()).isEqualTo(2, within(1e-9));
    assertThat(ratio.max()).isEqualTo(4, within(1e-9));
    assertThat(figures.table())
        .contains("3.00 (2.00-4.00)")
        .contains("1.92x at 100 M rows")
        .contains("75 (50-100)");
  }

  @Test
  void theResultIsAsItsSchemaSays() throws Exception {
    LoadResult result =
        new LoadResult(
            LoadResult.SCHEMA,
            Instant.EPOCH,
            Instant.EPOCH,
            new Environment("1", "HBase", "17", "Linux", 2, 1, 5, 1, null),
            1,
            4,
            1,
            1,
            1000,
            List.of(new LoadResult.Setup("default", 1000, "as shipped", "1x", 1, Map.of("a", "b"))),
            List.of(trial("default", 1, 1000, 10)),
            List.of("presplit: no answer"));

    Schemas.assertValid("bulk-load-experiment", CoreJson.prettyText(result));
  }

  @Test
  void withoutTheDefaultThereIsNoRatio() {
    LoadFigures figures = new LoadFigures(List.of(trial("pcm-bl", 1, 1000, 4)));

    assertThat(figures.lines().get(0).ratio()).isNull();
    assertThat(figures.table()).contains("5.2x / 2.9x / 2.4x");
  }

  @Test
  void dataSizesAreNotMixed() {
    LoadFigures figures =
        new LoadFigures(
            List.of(
                trial("default", 1, 1000, 10),
                trial("default", 1, 2000, 10),
                trial("presplit", 1, 2000, 5)));

    assertThat(figures.lines()).hasSize(3);
    assertThat(Objects.requireNonNull(figures.lines().get(2).ratio()).median())
        .isEqualTo(2, within(1e-9));
  }

  @Test
  void theSampledKeysSplitTheLoadEvenly() {
    Splits splits = ClusterLoads.sample(300_000).split(20, 300_000);

    assertThat(splits.imbalance()).isLessThan(1.01);
    assertThat(splits.keys()).allMatch(key -> key.toString().startsWith("user"));
  }

  @Test
  void anUnknownConfigurationIsToldTheKnownOnes() {
    assertThatThrownBy(() -> LoadConfiguration.named("hconfig9"))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("presplit");
  }

  private static LoadTrial trial(String id, int repeat, long rows, double seconds) {
    return new LoadTrial(id, repeat, rows, seconds, 0.5, Map.of("rs1", 1), rows);
  }
}
