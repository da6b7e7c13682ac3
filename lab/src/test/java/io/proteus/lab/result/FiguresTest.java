package io.proteus.lab.result;

import static io.proteus.lab.result.SampleExperiment.arrangement;
import static io.proteus.lab.result.SampleExperiment.repeat;
import static io.proteus.lab.result.SampleExperiment.tenants;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final double EXACT = 1e-9;
  private final ExperimentResult result = SampleExperiment.result();
  private final Figures figures = new Figures(result.tenants(), result.dataSizes().get(0));

  @Test
  void aSpreadIsTheMedianAndTheRange() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3, 3));
    assertThat(Spread.of(List.of(4.0, 1.0))).isEqualTo(new Spread(2.5, 1, 4, 2));
    assertThatThrownBy(() -> Spread.of(List.of())).hasMessageContaining("at least one");
  }

  @Test
  void throughputIsThatOfTheRepeats() {
    assertThat(figures.throughput("hand-balanced", "A")).isEqualTo(new Spread(1050, 1000, 1100, 2));
  }

  @Test
  void ratiosCompareRepeatsOfTheSameNumberSoThatDriftCancels() {
    Spread ratio = figures.ratio("proteus", "hand-balanced", "C").orElseThrow();

    assertThat(ratio.median()).isCloseTo(2, within(EXACT));
    assertThat(ratio.min()).isCloseTo(ratio.max(), within(EXACT));
  }

  @Test
  void theGeometricMeanLeavesOutWhoIsCapped() {
    assertThat(figures.geometricMeanRatio("proteus", "hand-balanced").orElseThrow().median())
        .isCloseTo(2, within(EXACT));
    assertThat(figures.totalRatio("proteus", "hand-balanced").orElseThrow().median()).isLessThan(2);
  }

  @Test
  void theGeometricMeanOfATwofoldAndAnEightfoldTenantIsFour() {
    List<TenantDescription> two = result.tenants().subList(0, 2);
    var size =
        new DataSizeResult(
            1,
            1,
            List.of(
                new ArrangementResult("x", "x", "", List.of(repeat(1, rates(10, 10), null))),
                new ArrangementResult("y", "y", "", List.of(repeat(1, rates(20, 80), null)))),
            List.of());

    assertThat(new Figures(two, size).geometricMeanRatio("y", "x").orElseThrow().median())
        .isCloseTo(4, within(EXACT));
  }

  @Test
  void repeatsThatDoNotPairAreComparedByTheirMediansAndTheSpreadIsTheWidest() {
    var one = List.of(repeat(1, tenants(2000), null));
    var size =
        new DataSizeResult(
            1,
            1,
            List.of(
                arrangement("two", "two repeats", 1, null),
                new ArrangementResult("one", "one repeat", "", one)),
            List.of());

    Spread ratio = new Figures(result.tenants(), size).ratio("one", "two", "A").orElseThrow();

    assertThat(ratio.median()).isCloseTo(2000 / 1050.0, within(EXACT));
    assertThat(ratio.min()).isCloseTo(2000 / 1100.0, within(EXACT));
    assertThat(ratio.max()).isCloseTo(2.0, within(EXACT));
  }

  @Test
  void thereIsNoRatioOverATenantThatDidNothing() {
    var size =
        new DataSizeResult(
            1,
            1,
            List.of(
                arrangement("some", "some", 1, null), arrangement("nothing", "nothing", 0, null)),
            List.of());

    assertThat(new Figures(result.tenants(), size).ratio("some", "nothing", "A")).isEmpty();
  }

  @Test
  void aHitRatioThatWasNotMeasuredIsAbsent() {
    assertThat(figures.cacheHitRatio("proteus", "rs1")).contains(new Spread(0.97, 0.97, 0.97, 2));
    assertThat(figures.cacheHitRatio("proteus", "rs2")).isEmpty();
  }

  @Test
  void anArrangementThatWasNotMeasuredIsNamedWithThoseThatWere() {
    assertThatThrownBy(() -> figures.total("by-hand"))
        .hasMessageContaining("[hand-balanced, proteus]")
        .hasMessageContaining("by-hand");
  }

  private static List<TenantResult> rates(double first, double second) {
    List<TenantResult> invented = tenants(1).subList(0, 2);
    return List.of(with(invented.get(0), first), with(invented.get(1), second));
  }

  private static TenantResult with(TenantResult tenant, double rate) {
    return new TenantResult(
        tenant.tenant(),
        rate,
        tenant.completed(),
        tenant.failed(),
        tenant.latency(),
        tenant.latencyAll(),
        tenant.latencyFromDue());
  }
}
