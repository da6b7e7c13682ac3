package io.proteus.core.decision;

import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.rows;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.POLICY_SWITCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An empty table is split at known keys, and its partitions are spread over the nodes. */
class PresplitTest {
  private static final TableId T = new TableId("t");

  private static List<RowKey> keys(String... keys) {
    return List.of(keys).stream().map(RowKey::parse).toList();
  }

  private static Plan plan(Situation now, String... keys) {
    SettingsChoice choice =
        new SettingsChoice(
            WantedSettings.NONE,
            new TreeMap<>(),
            List.of(POLICY_SWITCH.says("t is loaded")),
            List.of(),
            List.of(),
            SettingsMemory.NONE,
            SettingsMemory.NONE,
            new TreeMap<>(Map.of(T, keys(keys))));
    Verdict before = new Verdict.Hold(List.of(HEALTHY.says("fine")), StrategyMemory.INITIAL);
    Verdict verdict =
        new SettingsByPolicy((situation, atOnce) -> choice)
            .propose(now, DecisionTrigger.SCHEDULED, Optional.of(before))
            .orElseThrow();
    return Figures.PLANNER.plan(now, (Verdict.Retarget) verdict);
  }

  @Test
  void aTableOfOnePartitionIsSplitFromItsLastKeyToItsFirstAndSpread() {
    Situation now =
        situation()
            .nodes(3)
            .partition("a", of("t"), megabytes(0), on("rs1"), rows("", ""))
            .partition("other", of("u"), on("rs2"), rows("", ""))
            .build();

    assertThat(plan(now, "g", "m", "r", "w", "y").steps())
        .extracting(Step::toString)
        .containsExactly(
            "split a of t (0 B) at y",
            "split a of t (0 B) at w",
            "split a of t (0 B) at r",
            "split a of t (0 B) at m",
            "split a of t (0 B) at g",
            "move the last rows of a of t from rs1 to rs3",
            "move the rows before y of a of t from rs1 to rs2",
            "move the rows before w of a of t from rs1 to rs3",
            "move the rows before m of a of t from rs1 to rs2");
  }

  @Test
  void whatIsThereAlreadyIsNotSplitAgain() {
    Situation now =
        situation()
            .nodes(2)
            .partition("a", of("t"), megabytes(0), on("rs1"), rows("", "m"))
            .partition("b", of("t"), megabytes(0), on("rs2"), rows("m", ""))
            .build();

    assertThat(plan(now, "g", "m").steps())
        .extracting(Step::toString)
        .containsExactly("split a of t (0 B) at g");
  }

  @Test
  void eachSplitIsOfWhatTheOneBeforeLeftBelow() {
    Situation now =
        situation().nodes(1).partition("a", of("t"), megabytes(0), on("rs1"), rows("", "")).build();
    List<Step> steps = plan(now, "g", "m").steps();
    var firstIsDone =
        situation()
            .nodes(1)
            .partition("x", of("t"), megabytes(0), on("rs1"), rows("", "m"))
            .partition("y", of("t"), megabytes(0), on("rs1"), rows("m", ""))
            .topology();

    assertThat(steps).hasSize(2);
    assertThat(steps.get(0).isDone(now.topology())).isFalse();
    assertThat(steps.get(0).isDone(firstIsDone)).isTrue();
    assertThat(steps.get(1).isDone(firstIsDone)).isFalse();
  }

  @Test
  void aMergeOfAllRowsUndoesEverySplit() {
    Situation now =
        situation().nodes(1).partition("a", of("t"), megabytes(0), on("rs1"), rows("", "")).build();
    List<Step> merges =
        plan(now, "g", "m", "r").steps().stream()
            .map(step -> step.inverse(now.topology()).orElseThrow())
            .toList();

    assertThat(merges.stream().filter(merge -> merges.stream().noneMatch(merge::isPartOf)))
        .containsExactly(merges.get(0));
  }

  @Test
  void keysOfOnePartitionAreGivenFromTheLastToTheFirst() {
    PartitionId a = new PartitionId("a");
    NodeId rs1 = new NodeId("rs1");
    List<Reshapes.Split> ascending =
        keys("g", "m").stream().map(key -> new Reshapes.Split(a, key, rs1)).toList();

    assertThatThrownBy(() -> new Reshapes(ascending, List.of()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("from the last to the first, got g and then m of a");
  }
}
