package io.proteus.core.plan;

import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.layout;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.PartitionTrait.local;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.requests;
import static io.proteus.core.fixture.PartitionTrait.scans;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.NodeTrait;
import io.proteus.core.fixture.PartitionTrait;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.MovePartition;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which partitions are read into the cache of the node that they move to. */
class PrefetchTest {
  /** Of which a cache of 55 % that evicts a tenth before it is full holds 495 MB. */
  private static final NodeTrait OF_1000_MB = heap(1000, 200, 100);

  /** A hundred megabytes are 1,600 blocks, as many as are asked for in five minutes. */
  private static final PartitionTrait READ_SOON = reads(5.4);

  @Test
  void whatIsReadMuchIsReadIntoTheCacheAtOnce() {
    assertThat(isPrefetched(moving(READ_SOON))).isTrue();
    assertThat(isPrefetched(moving(scans(5.4)))).isTrue();
  }

  @Test
  void thePlanSaysSo() {
    assertThat(move(plan(moving(READ_SOON).build(), Figures.PLANNER)))
        .hasToString("move a of t (100 MB) from rs2 to rs1, into its cache");
  }

  @Test
  void whatIsHardlyReadIsNot() {
    assertThat(isPrefetched(moving(reads(5.2)))).isFalse();
    assertThat(isPrefetched(moving(writes(1000)))).isFalse();
  }

  @Test
  void whatIsNearlyOnlyWrittenIsNot() {
    assertThat(isPrefetched(moving(requests(100, 0, 400)))).isTrue();
    assertThat(isPrefetched(moving(requests(100, 0, 401)))).isFalse();
  }

  @Test
  void whatDoesNotFitIsNot() {
    assertThat(isPrefetched(moving(reads(1000), megabytes(495)))).isTrue();
    assertThat(isPrefetched(moving(reads(1000), megabytes(496)))).isFalse();
  }

  @Test
  void whatIsThereAlreadyNeedsItsRoom() {
    assertThat(isPrefetched(beside(reads(1000), megabytes(395)))).isTrue();
    assertThat(isPrefetched(beside(reads(1000), megabytes(396)))).isFalse();
    assertThat(isPrefetched(beside(writes(1000), megabytes(5000)))).isTrue();
  }

  @Test
  void anUnknownHeapHoldsNothing() {
    assertThat(
            isPrefetched(situation().node("rs1").node("rs2").partition("a", READ_SOON, on("rs2"))))
        .isFalse();
  }

  @Test
  void aNodeOrAStoreThatCannotIsNotAsked() {
    assertThat(isPrefetched(moving(READ_SOON).node("rs1", OF_1000_MB, byRestart()))).isFalse();
    assertThat(isPrefetched(moving(READ_SOON).without(Capability.PREFETCH))).isFalse();
  }

  @Test
  void itCanBeSwitchedOff() {
    Planner off = new Planner(Ratio.of(0.7), Ratio.of(0.9), HeapRoom.usual(), Optional.empty());

    assertThat(move(plan(moving(READ_SOON).build(), off)).prefetch()).isFalse();
  }

  private static SituationBuilder moving(PartitionTrait... traits) {
    PartitionTrait[] all = new PartitionTrait[traits.length + 2];
    System.arraycopy(traits, 0, all, 0, traits.length);
    all[traits.length] = on("rs2");
    all[traits.length + 1] = local(1);
    return situation().node("rs1", OF_1000_MB).node("rs2", OF_1000_MB).partition("a", all);
  }

  private static SituationBuilder beside(PartitionTrait first, PartitionTrait second) {
    return moving(READ_SOON).partition("b", first, second, on("rs1"), local(1));
  }

  private static boolean isPrefetched(SituationBuilder cluster) {
    return move(plan(cluster.build(), Figures.PLANNER)).prefetch();
  }

  private static MovePartition move(Plan plan) {
    return plan.steps().stream()
        .filter(MovePartition.class::isInstance)
        .map(MovePartition.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Plan plan(Situation now, Planner planner) {
    boolean both = now.topology().partitions().size() > 1;
    return planner.plan(
        now,
        (both ? layout().node("rs1", READ, "a", "b") : layout().node("rs1", READ, "a"))
            .node("rs2", READ)
            .wanted());
  }
}
