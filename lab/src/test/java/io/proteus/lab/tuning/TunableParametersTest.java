package io.proteus.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.TrialSettings;
import io.proteus.lab.tuner.Space;
import io.proteus.lab.tuner.Tunable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TunableParametersTest {
  private static final ByteSize HEAP = ByteSize.ofMegabytes(768);
  private final ParameterCatalogue catalogue = ShippedGuide.of("hbase").catalogue();

  private Space space(String... names) {
    return TunableParameters.space(List.of(names), TunableParameters.names(), catalogue, HEAP);
  }

  @Test
  void everyLevelIsOneThatTheCatalogueAllowsAndATrialCanSet() {
    for (String name : TunableParameters.names()) {
      Parameter parameter = Objects.requireNonNull(catalogue.byName().get(name), name);
      Tunable tunable = space(name).tunables().get(0);

      assertThat(TrialSettings.canSet(parameter)).as(name).isTrue();
      assertThat(
              parameter.unit().same(tunable.usualValue(), parameter.defaultIn("2.6").orElseThrow()))
          .as(name)
          .isTrue();
      assertThat(tunable.levels())
          .as(name)
          .allMatch(parameter.unit()::takes)
          .allMatch(
              level ->
                  parameter.unit().number(level).map(parameter.range()::contains).orElse(true));
    }
  }

  @Test
  void cacheAndMemstoreStayWithinTheHeapAndGiveWayToEachOther() {
    Space space = space("blockCacheShare");

    assertThat(space.tunables())
        .extracting(Tunable::name)
        .containsExactly("blockCacheShare", "memstoreShare");
    assertThat(space.everything())
        .isNotEmpty()
        .allSatisfy(values -> assertThat(sum(values)).isLessThanOrEqualTo(0.8 + 1e-9));
    assertThat(space.everything())
        .contains(Map.of("blockCacheShare", "0.7", "memstoreShare", "0.1"));
  }

  private static double sum(Map<String, String> values) {
    return Double.parseDouble(values.get("blockCacheShare"))
        + Double.parseDouble(values.get("memstoreShare"));
  }

  @Test
  void writesNeverWaitForACompactionThatIsNotDue() {
    assertThat(space("compactionMin", "blockingStoreFiles").everything())
        .allSatisfy(
            values ->
                assertThat(Integer.parseInt(values.get("blockingStoreFiles")))
                    .isGreaterThanOrEqualTo(Integer.parseInt(values.get("compactionMin"))));
  }

  @ParameterizedTest
  @EnumSource(BenchWorkload.class)
  void everyWorkloadHasParametersThatFitThirtyTrials(BenchWorkload workload) {
    List<String> usual = new ArrayList<>(TunableParameters.usual(workload, false));

    assertThat(usual).hasSizeBetween(4, 5);
    assertThat(TunableParameters.usual(workload, true)).isNotEmpty().isSubsetOf(usual);
    assertThat(
            TrialSettings.of(space(usual.toArray(String[]::new)).usualValues(), catalogue).node())
        .as("takes a restart in each trial")
        .isEmpty();
  }

  @Test
  void whatCannotBeTunedIsRefusedWithTheNearestThatCan() {
    assertThatThrownBy(() -> space("blokSize"))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("'blokSize'")
        .hasMessageContaining("maybe 'blockSize'");
    assertThatThrownBy(() -> space("durability")).isInstanceOf(WrongUsage.class);
  }
}
