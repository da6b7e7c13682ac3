package io.proteus.workloads.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MetTenantsTest {

  @Test
  void theSixTenantsSendWhatThePaperSays() {
    assertThat(MetTenants.all())
        .extracting(tenant -> tenant.name() + ": " + tenant.mix())
        .containsExactly(
            "A: 50% read, 50% update",
            "B: 100% update",
            "C: 100% read",
            "D: 5% read, 95% insert",
            "E: 5% insert, 95% scan",
            "F: 50% read, 50% read-modify-write");
  }

  @Test
  void onlyTheLogIsCappedAndHasASinglePartitionAndATenthOfTheRows() {
    List<Dataset> datasets =
        MetTenants.all().stream()
            .map(tenant -> Dataset.of(tenant, 10_000, RowFormat.ONE_FIELD))
            .toList();

    assertThat(datasets)
        .extracting(dataset -> dataset.keys().partitions())
        .containsExactly(4, 4, 4, 1, 4, 4);
    assertThat(datasets)
        .extracting(dataset -> dataset.keys().loadedRows())
        .containsExactly(10_000, 10_000, 10_000, 1_000, 10_000, 10_000);
    assertThat(datasets)
        .filteredOn(dataset -> dataset.tenant().cap().isPresent())
        .extracting(dataset -> dataset.tenant().cap().orElseThrow().value())
        .containsExactly(1500.0);
  }

  @Test
  void operationsAreDrawnByTheirShares() {
    var random = new SplittableRandom(11);
    OperationMix mix = MetTenants.e().mix();
    int scans = 0;
    for (int i = 0; i < 100_000; i++) {
      scans += mix.draw(random) == OperationType.SCAN ? 1 : 0;
    }
    assertThat(scans).isBetween(94_600, 95_400);
  }

  @Test
  void sharesThatDoNotAddUpAreRefused() {
    assertThatThrownBy(() -> OperationMix.of(OperationType.READ, 0.5, OperationType.SCAN, 0.4))
        .hasMessageContaining("add up to 1");
  }
}
