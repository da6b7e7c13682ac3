package io.proteus.lab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.workloads.tenant.RowDistribution;
import org.junit.jupiter.api.Test;

/** What the policies for Cassandra's tables come to, in CQL's words. */
class CassandraCaseTest {

  @Test
  void aPolicySetsWhatItsFileHasAndLeavesNothingOut() {
    PolicyFigures.Case read = CassandraCase.READ.on(RowDistribution.ZIPFIAN);

    assertThat(read.values())
        .containsOnlyKeys("compaction", "compression")
        .hasEntrySatisfying("compaction", value -> assertThat(value).contains("'L10'"))
        .hasEntrySatisfying("compression", value -> assertThat(value).contains("'4'"));
    assertThat(read.leftOut()).isEmpty();
    assertThat(read.title()).isEqualTo("read-only, zipfian");
  }

  @Test
  void writesGetTheirTiersAndKeepTheirCompression() {
    assertThat(CassandraCase.named("write-only").on(RowDistribution.UNIFORM).values())
        .containsOnlyKeys("compaction")
        .hasEntrySatisfying("compaction", value -> assertThat(value).contains("'T4'"));
  }
}
