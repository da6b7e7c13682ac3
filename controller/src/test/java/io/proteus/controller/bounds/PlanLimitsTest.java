package io.proteus.controller.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MergePartitions;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.SplitPartition;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanLimitsTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final ByteSize SIZE = ByteSize.ofMegabytes(1);
  private static final Step SPLIT =
      new SetMemorySplit(RS1, new MemorySplit(Ratio.of(0.5), Ratio.of(0.2)));
  private static final Step COMPACTION =
      new CompactPartition(
          new PartitionId("p1"),
          new TableId("t1"),
          RS1,
          Ratio.of(0.9),
          ByteSize.ofMegabytes(3 * 1024));

  private static Plan plan(Step... steps) {
    List<Step> all = List.of(steps);
    return new Plan(
        "plan-1", 1, Layout.of(List.of(), List.of(), Map.of()), all, Price.of(all), List.of());
  }

  private static Optional<String> said(PlanLimits limits, Plan plan) {
    return limits.exceededBy(plan).map(Reason::toString);
  }

  @Test
  void nodesThatAreSetOnlineAreCounted() {
    PlanLimits one = new PlanLimits(null, null, 1, null, null, null, null, null, null);

    assertThat(said(one, plan(SPLIT))).isEmpty();
    assertThat(said(one, plan(SPLIT, SPLIT)).orElseThrow())
        .isEqualTo(
            "BEYOND_LIMIT: it would set 2 nodes online, and without a person the most is 1"
                + " [approval.limits.memorySplits]");
  }

  @Test
  void dataThatIsCompactedIsCounted() {
    PlanLimits some =
        new PlanLimits(null, null, null, null, null, ByteSize.parse("5GB"), null, null, null);

    assertThat(said(some, plan(COMPACTION))).isEmpty();
    assertThat(said(some, plan(COMPACTION, COMPACTION)).orElseThrow())
        .startsWith("BEYOND_LIMIT: it would compact ")
        .endsWith(
            "without a person the most is %s [approval.limits.bytesCompacted]"
                .formatted(ByteSize.parse("5GB")));
  }

  @Test
  void splitsAndMergesAreCountedTogether() {
    PlanLimits one = new PlanLimits(null, null, null, null, null, null, null, null, 1);
    Step split = new SplitPartition(null, new TableId("t"), KeyRange.ALL, null, null, SIZE);
    Step merge = new MergePartitions(List.of(), new TableId("t"), KeyRange.ALL, null, SIZE);

    assertThat(said(one, plan(split))).isEmpty();
    assertThat(said(one, plan(split, merge)).orElseThrow())
        .isEqualTo(
            "BEYOND_LIMIT: it would split and merge 2 times, and without a person the most is 1"
                + " [approval.limits.splits]");
  }

  @Test
  void withoutLimitsNothingIsBeyond() {
    assertThat(said(PlanLimits.NONE, plan(SPLIT, SPLIT, COMPACTION))).isEmpty();
  }
}
