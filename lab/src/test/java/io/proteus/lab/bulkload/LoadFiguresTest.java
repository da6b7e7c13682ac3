package io.proteus.lab.bulkload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.app.WrongUsage;
import io.proteus.core.bulkload.Splits;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LoadFiguresTest {

  @Test
  void ratiosAreOfTheSameRepeatAndTheirSpreadIsKept() {
    LoadFigures figures =
        figures(
            trial("default", 1, 1000, 10),
            trial("hconfig4", 1, 1000, 5),
            trial("default", 2, 1000, 20),
            trial("hconfig4", 2, 1000, 5));

    LoadFigures.Line line = figures.lines(1000).get(1);

    assertThat(line.of().configuration()).isEqualTo(LoadConfiguration.HCONFIG_4);
    Spread ratio = Objects.requireNonNull(line.ratio());
    assertThat(ratio.min()).isEqualTo(2, within(1e-9));
    assertThat(ratio.max()).isEqualTo(4, within(1e-9));
    assertThat(ResultText.of(figures.sections(List.of()).get(0)))
        .contains("3.00 (2.00 to 4.00)")
        .contains("1.92x at 100 M rows")
        .contains("75 (50 to 100)");
  }

  @Test
  void everyLoadAndWhatWasSetAreKept() {
    LoadFigures figures = figures(trial("default", 1, 1000, 10));

    List<Section> sections =
        figures.sections(
            List.of(new LoadBed.Setup("default", 1000, "as shipped", 1, Map.of("a", "b"))));

    assertThat(sections)
        .extracting(Section::title)
        .containsExactly("1,000 rows", "What was set", "Every load");
    assertThat(sections.get(1).tables().get(0).rows().get(0)).contains(Cell.of("{a=b}"));
    assertThat(sections.get(2).tables().get(0).rows().get(0))
        .contains(Cell.of(10), Cell.of("{rs1=1}"));
  }

  @Test
  void withoutTheDefaultThereIsNoRatio() {
    LoadFigures figures = figures(trial("pcm-bl", 1, 1000, 4));

    assertThat(figures.lines(1000).get(0).ratio()).isNull();
    assertThat(ResultText.of(figures.sections(List.of()).get(0))).contains("5.2x / 2.9x / 2.4x");
  }

  @Test
  void dataSizesAreNotMixed() {
    LoadFigures figures =
        figures(
            trial("default", 1, 1000, 10),
            trial("default", 1, 2000, 10),
            trial("presplit", 1, 2000, 5));

    assertThat(figures.lines(1000)).hasSize(1);
    assertThat(Objects.requireNonNull(figures.lines(2000).get(1).ratio()).median())
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

  @SafeVarargs
  private static LoadFigures figures(Measurement<Loaded, LoadTrial>... trials) {
    return new LoadFigures(new Measurements<>(List.of(trials)));
  }

  private static Measurement<Loaded, LoadTrial> trial(
      String id, int repeat, long rows, double seconds) {
    return new Measurement<>(
        new Loaded(LoadConfiguration.named(id), rows),
        repeat,
        new LoadTrial(id, repeat, rows, seconds, 0.5, Map.of("rs1", 1), rows));
  }
}
