package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans of which an operator leaves out a part. */
class PlanEditorTest {
  private static final DecisionMaker MET =
      new DecisionMaker(
          PolicyStrategy.met(), Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);

  private static final DecisionMaker SHRINKING =
      new DecisionMaker(
          Proposals.of(
              PolicyStrategy.counting(
                  new LimitedScaling(
                      ThresholdScaling.paper(), Limits.within(new NodeBounds(1, 9)))),
              Optional.empty()),
          Guards.defaults(),
          Figures.PLANNER,
          Figures.PREDICTOR);

  /** Reads and writes lie across each other. */
  private static SituationBuilder mixed() {
    return situation()
        .nodes(3, cpu(0.9))
        .partition("r1", of("read"), reads(100), on("rs1"))
        .partition("r2", of("read"), reads(90), on("rs2"))
        .partition("w1", of("write"), writes(100), on("rs1"))
        .partition("w2", of("write"), writes(90), on("rs2"))
        .partition("w3", of("write"), writes(80), on("rs3"));
  }

  private static Situation idle() {
    SituationBuilder cluster = situation().nodes(4, cpu(0.01));
    for (int each = 1; each <= 8; each++) {
      cluster.partition("p" + each, of("t"), reads(10 + each), on("rs" + (1 + each % 4)));
    }
    return cluster.remembering(new StrategyMemory(true, 1, 5, 0)).build();
  }

  private static PlanEdit steps(int... numbers) {
    List<Integer> all = new ArrayList<>();
    for (int number : numbers) {
      all.add(number);
    }
    return PlanEdit.without(all, List.of(), List.of(), List.of());
  }

  private static PlanEdit kinds(StepKind... kinds) {
    return PlanEdit.without(List.of(), List.of(), List.of(), List.of(kinds));
  }

  private static Plan planOf(EditedPlan edited) {
    return edited.decision().plan().orElseThrow();
  }

  @Test
  void movesAreTakenWithoutAlters() {
    Situation now = mixed().build();
    Decision whole = MET.decideRegardlessOfLoad(now);
    Plan plan = whole.plan().orElseThrow();
    assertThat(plan.steps()).hasAtLeastOneElementOfType(SetBlockSize.class);

    EditedPlan edited = MET.edited(now, whole, kinds(AlterTable.KIND));

    assertThat(planOf(edited).steps()).noneMatch(SetBlockSize.class::isInstance);
    assertThat(planOf(edited).steps()).hasAtLeastOneElementOfType(MovePartition.class);
    assertThat(edited.leftOut()).allMatch(SetBlockSize.class::isInstance).isNotEmpty();
    assertThat(edited.dependent()).isEmpty();
    assertThat(planOf(edited).id()).isEqualTo(plan.id() + "-e1");
    assertThat(planOf(edited).price().amount(AlterTable.TABLES)).isZero();
    assertThat(planOf(edited).reasons())
        .extracting(Reason::code)
        .endsWith(ReasonCode.EDITED)
        .doesNotHaveDuplicates();
  }

  @Test
  void onlyWhatIsSetOnlineIsTakenAndNothingMoves() {
    Situation now = mixed().build();
    Decision whole = MET.decideRegardlessOfLoad(now);

    EditedPlan edited = MET.edited(now, whole, steps().andOnlyOnline());

    assertThat(planOf(edited).steps()).isNotEmpty();
    assertThat(Worth.isHarmless(planOf(edited).price())).isTrue();
    assertThat(edited.leftOut()).hasAtLeastOneElementOfType(MovePartition.class);
    assertThat(edited.dependent()).isEmpty();
  }

  @Test
  void aPlanWithoutAPartThatIsSetOnlineIsNotCutToIt() {
    Situation now = idle();
    Decision whole = SHRINKING.decide(now);

    assertThatThrownBy(() -> SHRINKING.edited(now, whole, steps().andOnlyOnline()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("has no part that is set online at no risk");
  }

  @Test
  void aTableThatIsLeftOutIsNeitherMovedNorAlteredNorCompacted() {
    Situation now = mixed().build();
    Decision whole = MET.decideRegardlessOfLoad(now);

    EditedPlan edited =
        MET.edited(
            now,
            whole,
            PlanEdit.without(List.of(), List.of(new TableId("write")), List.of(), List.of()));

    Set<String> partitions = new HashSet<>();
    for (Step step : planOf(edited).steps()) {
      assertThat(step.footprint().tables()).doesNotContain(new TableId("write"));
      step.footprint().partitions().forEach(partition -> partitions.add(partition.value()));
    }
    assertThat(partitions).doesNotContain("w1", "w2", "w3");
  }

  @Test
  void aMoveThatIsLeftOutTakesItsCompactionWithIt() {
    Situation now = mixed().build();
    Decision whole = MET.decideRegardlessOfLoad(now);
    List<Step> steps = whole.plan().orElseThrow().steps();
    int last = 0;
    for (int index = 0; index < steps.size(); index++) {
      last = steps.get(index) instanceof MovePartition ? index : last;
    }
    var moved = steps.get(last).relocation().orElseThrow().partition();

    EditedPlan edited = MET.edited(now, whole, steps(last + 1));

    assertThat(edited.leftOut()).contains(steps.get(last));
    assertThat(planOf(edited).steps())
        .noneMatch(
            step ->
                step instanceof CompactPartition && step.footprint().partitions().contains(moved));
  }

  /** Else the node would wait for ever to be empty. */
  @Test
  void aRemovalWhoseDrainIsLeftOutIsLeftOutWhole() {
    Situation now = idle();
    Decision whole = SHRINKING.decide(now);
    List<Step> steps = whole.plan().orElseThrow().steps();
    NodeId removed = whole.plan().orElseThrow().target().removed().get(0);
    int drain = 0;
    while (steps.get(drain).relocation().filter(move -> move.from().equals(removed)).isEmpty()) {
      drain++;
    }
    int others =
        (int)
            steps.stream()
                .filter(
                    step -> step.relocation().filter(m -> !m.from().equals(removed)).isPresent())
                .count();

    if (others == 0) {
      int number = drain + 1;
      assertThatThrownBy(() -> SHRINKING.edited(now, whole, steps(number)))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("nothing is left of");
    } else {
      EditedPlan edited = SHRINKING.edited(now, whole, steps(drain + 1));
      assertThat(planOf(edited).steps()).noneMatch(RemoveNode.class::isInstance);
      assertThat(edited.dependent()).hasAtLeastOneElementOfType(RemoveNode.class);
    }
  }

  @Test
  void whatThePlanHasNotIsRefusedWithWhatItHas() {
    Situation now = mixed().build();
    Decision whole = MET.decideRegardlessOfLoad(now);

    assertThatThrownBy(() -> MET.edited(now, whole, steps(99)))
        .hasMessageContaining("without step 99: the plan has none of that name; these are: 1 to");
    assertThatThrownBy(
            () ->
                MET.edited(
                    now,
                    whole,
                    PlanEdit.without(List.of(), List.of(new TableId("x")), List.of(), List.of())))
        .hasMessageContaining("without table x")
        .hasMessageContaining("read, write");
    assertThatThrownBy(
            () ->
                MET.edited(
                    now,
                    whole,
                    PlanEdit.without(List.of(), List.of(), List.of(new NodeId("rs8")), List.of())))
        .hasMessageContaining("without node rs8");
  }

  @Test
  void anEditOfAnEditHasTheNextName() {
    Situation now = mixed().build();
    Decision whole = MET.decideRegardlessOfLoad(now);
    Decision once = MET.edited(now, whole, kinds(AlterTable.KIND)).decision();

    Decision twice = MET.edited(now, once, kinds(CompactPartition.KIND)).decision();

    assertThat(twice.plan().orElseThrow().id()).isEqualTo(whole.plan().orElseThrow().id() + "-e2");
    assertThat(twice.plan().orElseThrow().steps()).noneMatch(CompactPartition.class::isInstance);
  }

  /** No plan is left half: each is carried out on paper, and no step waits for one left out. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void whateverStepIsLeftOutNoNodeIsRestartedOrRemovedThatHoldsSomething(long seed) {
    SituationBuilder cluster = RandomSituations.scattered(seed, 7);
    Situation now =
        (seed % 2 == 0 ? cluster : cluster.without(Capability.MEMORY_SPLIT_ONLINE)).build();
    Decision whole = MET.decideRegardlessOfLoad(now);
    if (whole.plan().isEmpty()) {
      return;
    }
    int count = whole.plan().get().steps().size();
    for (int number = 1; number <= count; number += Math.max(1, count / 7)) {
      List<Step> left;
      try {
        left = planOf(MET.edited(now, whole, steps(number))).steps();
      } catch (InvalidValue nothingLeft) {
        assertThat(nothingLeft).hasMessageContaining("nothing is left");
        continue;
      }
      var places = new HashMap<String, NodeId>();
      now.topology().partitions().forEach(p -> places.put(p.id().value(), p.node()));
      for (Step step : left) {
        step.relocation().ifPresent(move -> places.put(move.partition().value(), move.to()));
        step.takesOut()
            .ifPresent(
                node ->
                    assertThat(places.values())
                        .as("seed %d without step, %s", seed, step)
                        .doesNotContain(node));
      }
    }
  }
}
