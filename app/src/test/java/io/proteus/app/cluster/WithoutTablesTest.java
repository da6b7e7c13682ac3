package io.proteus.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.testkit.InMemoryCluster;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WithoutTablesTest {

  @Test
  void nothingIsKnownOfAnExcludedTable() throws PortException {
    InMemoryCluster all =
        InMemoryCluster.cluster().node("rs1").holding("ours", 2).holding("theirs", 3).build();
    Store managed = WithoutTables.of(all, Set.of(new TableId("theirs")));

    Sample sample = managed.sample();

    assertThat(sample.topology().tables()).extracting(t -> t.id().value()).containsExactly("ours");
    assertThat(sample.partitions().keySet())
        .containsExactlyInAnyOrder(new PartitionId("ours-1"), new PartitionId("ours-2"));
    assertThat(managed.topology().partitions()).hasSize(2);
  }

  @Test
  void withoutExcludedTablesTheStoreStandsForItself() {
    InMemoryCluster all = InMemoryCluster.cluster().node("rs1").build();

    assertThat(WithoutTables.of(all, Set.of())).isSameAs(all);
  }

  @Test
  void aStoreOfWhichSomeTablesAreLeftAloneWritesSettingsInItsOwnWords() throws PortException {
    SettingsChange asked = SettingsChange.setting(Map.of("cache", "64"));
    SettingsChange inFiles = SettingsChange.setting(Map.of("cache", "64MiB"));
    Store store =
        new Store() {
          @Override
          public Topology topology() {
            throw new UnsupportedOperationException("nothing is looked at");
          }

          @Override
          public Sample sample() {
            throw new UnsupportedOperationException("nothing is looked at");
          }

          @Override
          public SettingsChange written(SettingsChange settings) {
            assertThat(settings).isEqualTo(asked);
            return inFiles;
          }
        };

    assertThat(WithoutTables.of(store, Set.of(new TableId("theirs"))).written(asked))
        .isEqualTo(inFiles);
  }
}
