package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.scans;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.ByteSize;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Block sizes that somebody has set by hand are kept, unless a setting says otherwise. */
class HandSetBlocksTest {
  private static final TableId T = new TableId("t");
  private static final ByteSize OF_READS = ByteSize.ofKilobytes(32);
  private static final PolicyStrategy MET = PolicyStrategy.met();

  private static SituationBuilder read(Map<String, Integer> families) {
    return situation()
        .nodes(2, cpu(0.5))
        .partition("t1", of("t"), reads(10), on("rs1"))
        .partition("t2", of("t"), reads(10), on("rs2"))
        .families("t", families);
  }

  private static Verdict.Retarget wanted(PolicyStrategy strategy, SituationBuilder cluster) {
    return (Verdict.Retarget) strategy.decideRegardlessOfLoad(cluster.build());
  }

  @Test
  void sizesThatDifferFromTheUsualAreKeptAndNamed() {
    Verdict.Retarget wanted = wanted(MET, read(Map.of("a", 8, "b", 64, "c", 256)));

    assertThat(wanted.target().blockSizes()).isEmpty();
    assertThat(wanted.reasons())
        .anySatisfy(
            reason -> {
              assertThat(reason.code()).isEqualTo(ReasonCode.HAND_SET);
              assertThat(reason.setting()).isEqualTo("configuration.keepHandSet");
              assertThat(reason.toString())
                  .contains("stay as somebody has set them by hand (a 8 KB, c 256 KB)");
            });
  }

  @Test
  void theUsualSizeIsNobodysChoice() {
    assertThat(wanted(MET, read(Map.of("a", 64, "b", 64))).target().blockSizes())
        .containsExactly(Map.entry(T, OF_READS));
  }

  @Test
  void theyAreReplacedWhereASettingSaysSo() {
    PolicyStrategy bold =
        new PolicyStrategy(MET.scaling(), MET.configuration(), MET.placement(), true, false);

    assertThat(wanted(bold, read(Map.of("a", 8, "b", 64))).target().blockSizes())
        .containsExactly(Map.entry(T, OF_READS));
  }

  @Test
  void whatProteusHasSetItselfIsNotHandSet() {
    StrategyMemory after = wanted(MET, read(Map.of("a", 64))).memory();
    SituationBuilder then =
        read(Map.of("a", 32))
            .remembering(after)
            .partition("t1", scans(50))
            .partition("t2", scans(50));

    assertThat(after.settings().blocks()).containsExactly(Map.entry(T, OF_READS));
    assertThat(wanted(MET, then).target().blockSizes())
        .containsExactly(Map.entry(T, ByteSize.ofKilobytes(128)));
    assertThat(wanted(MET, then.families("t", Map.of("a", 8))).target().blockSizes()).isEmpty();
  }
}
