package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.model.CostModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class HBaseCostsTest {
  private static final CostModel COSTS = new HBaseProvider().costs();

  @Test
  void theyComeWithTheEngineOfThatName() {
    assertThat(ServiceLoader.load(EngineProvider.class))
        .anySatisfy(
            found -> {
              assertThat(found.type()).isEqualTo("hbase");
              assertThat(found.costs()).isEqualTo(COSTS);
            });
  }

  /** What predictions have rested on since there are any; calibrations in journals go by it. */
  @Test
  void theFiguresAreThoseThatPlansWereJudgedBy() {
    assertThat(COSTS)
        .isEqualTo(
            new CostModel(
                new CostModel.Transfer(Duration.ofSeconds(3), null),
                new CostModel.ColdCache(5, 0.5, Duration.ofSeconds(600), new ByteSize(65_536)),
                new CostModel.Compaction(Duration.ofSeconds(2), Duration.ofSeconds(60), 0.2),
                new CostModel.Changes(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(40),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(210),
                    Duration.ofSeconds(30)),
                new CostModel.Gains(0.3, 0.5, -1)));
  }

  /** What heaps have been divided by since there is a policy for it. */
  @Test
  void heapsAreDividedByTheSameFiguresAsEver() {
    assertThat(new HBaseProvider().memory())
        .contains(
            new MemoryModel(
                new ByteSize(65_536),
                Ratio.of(0.9),
                new ByteSize(1024),
                new ByteSize(2 << 20),
                new ByteSize(64 << 20),
                Ratio.of(0.8)));
  }

  /** What is assumed of any store is no copy of one. */
  @Test
  void aStoreWhoseEngineSaysNothingIsNotTakenForThisOne() {
    CostModel assumed = CostModel.assumed();

    assertThat(assumed.transfer()).isNotEqualTo(COSTS.transfer());
    assertThat(assumed.coldCache()).isNotEqualTo(COSTS.coldCache());
    assertThat(assumed.compaction()).isNotEqualTo(COSTS.compaction());
    assertThat(assumed.changes()).isNotEqualTo(COSTS.changes());
    assertThat(assumed.gains()).isNotEqualTo(COSTS.gains());
  }

  /** Files of a region stay where they are. */
  @Test
  void aRegionThatMovesIsNotCopied() {
    assertThat(COSTS.transfer().copying(new ByteSize(1L << 40))).isZero();
  }
}
