package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.undivided;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.Scaling;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MeT's profiles on stores that lack parts of them. */
class StoresWithoutProfilesTest {
  private static final PolicyStrategy MET = PolicyStrategy.met();

  /** Reads and writes on each node, one of which serves nearly all. */
  private static SituationBuilder uneven() {
    return situation()
        .node("rs1", cpu(0.9), undivided())
        .node("rs2", cpu(0.1), undivided())
        .partition("a", of("t"), reads(500), on("rs1"))
        .partition("b", of("t"), reads(400), on("rs1"))
        .partition("c", of("u"), writes(500), on("rs1"))
        .partition("d", of("u"), writes(100), on("rs2"));
  }

  private static Verdict.Retarget decided(Situation now) {
    return (Verdict.Retarget) MET.decideRegardlessOfLoad(now);
  }

  @Test
  void aStoreWithoutAnyPartIsSpreadByLoadWithoutAWordOfProfiles() {
    Situation now =
        uneven().without(Capability.BLOCK_SIZE_ONLINE, Capability.COMPACT_PARTITION).build();

    Verdict.Retarget wanted = decided(now);
    Plan plan = Figures.PLANNER.plan(now, wanted);

    assertThat(wanted.target().nodes())
        .allSatisfy(node -> assertThat(node.profile()).isEqualTo(NodeProfile.asItIs(null)));
    assertThat(wanted.target().blockSizes()).isEmpty();
    assertThat(plan.steps()).isNotEmpty().allMatch(MovePartition.class::isInstance);
    assertThat(plan.reasons())
        .filteredOn(reason -> reason.code() == ReasonCode.GROUPED)
        .singleElement()
        .satisfies(reason -> assertThat(reason.sentence()).hasToString("4 partitions on 2 nodes"));
    assertThat(plan.reasons().toString()).doesNotContain("profile", "cache", "split", "block");
  }

  /** A node that reads is as good for writing: what is used otherwise is not kept apart. */
  @Test
  void whatIsUsedOtherwiseMayBeOnOneNodeWhereNodesDivideNoMemory() {
    Situation now = uneven().without(Capability.BLOCK_SIZE_ONLINE).build();

    assertThat(decided(now).target().nodes())
        .extracting(node -> node.partitions().size())
        .containsExactly(2, 2);
  }

  @Test
  void aStoreThatHasBlockSizesAloneIsAskedForThemAlone() {
    Situation now = uneven().table("t", 64).table("u", 32).build();

    Plan plan = Figures.PLANNER.plan(now, decided(now));

    assertThat(plan.steps()).anyMatch(SetBlockSize.class::isInstance);
    assertThat(plan.target().nodes())
        .allSatisfy(node -> assertThat(node.profile().memory()).isNull());
  }

  @Test
  void aStoreThatDividesMemoryAloneIsAskedForNoBlocks() {
    Situation now =
        situation()
            .nodes(2, cpu(0.7))
            .partition("a", reads(500), on("rs1"))
            .partition("b", writes(400), on("rs1"))
            .without(Capability.BLOCK_SIZE_ONLINE)
            .build();

    Verdict.Retarget wanted = decided(now);

    assertThat(wanted.target().blockSizes()).isEmpty();
    assertThat(wanted.target().nodes())
        .allSatisfy(
            node -> {
              assertThat(node.profile().memory()).isNotNull();
              assertThat(node.profile().blockSize()).isNull();
            });
  }

  @Test
  void aNewNodeStartsWithoutASplit() {
    Situation now = uneven().build();

    Verdict wanted =
        MET.retarget(
            now, new Scaling.Resize(3, List.of(ReasonCode.GROUPED.says("more")), now.memory()));

    assertThat(Figures.PLANNER.plan(now, (Verdict.Retarget) wanted).steps())
        .singleElement()
        .isInstanceOfSatisfying(AddNode.class, added -> assertThat(added.memory()).isNull());
  }
}
