package io.proteus.core.plan.undo;

import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.settings;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.NodeTrait.unpinned;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetFamilyBlockSizes;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.SetNodeSettings;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What somebody else has set since a plan is theirs: an undo leaves it, and says so. */
class LaterChangesTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final TableId T = new TableId("t");
  private static final String FILES = "hbase.hstore.blockingStoreFiles";
  private static final String LEFT = "STAYS_CHANGED: %s, set by somebody else since: left so";
  private static final MemorySplit READ = MemorySplit.of(0.55, 0.10);
  private static final MemorySplit WRITE = MemorySplit.of(0.10, 0.55);
  private static final MemorySplit EVEN = MemorySplit.of(0.30, 0.30);

  private static Topology table(@Nullable TableSettings set) {
    Topology now = situation().node("rs1", split(READ)).node("rs2", split(READ)).topology();
    return new Topology(
        now.cluster(),
        now.at(),
        now.nodes(),
        List.of(),
        List.of(),
        List.of(new Table(T, null, set)),
        List.of(),
        false,
        List.of());
  }

  private static Topology files(String value) {
    return table(TableSettings.of(Map.of(FILES, value, "other", "1"), Map.of()));
  }

  private static AlterTable alter(Map<String, String> set) {
    return new AlterTable(T, TableChange.of(SettingsChange.setting(set), Map.of()), 3);
  }

  private static Plan undo(Topology before, Topology now, Step... issued) {
    return undo(List.of(new IssuedSteps(before, List.of(issued))), now);
  }

  private static Plan undo(List<IssuedSteps> action, Topology now) {
    return UndoPlanner.plan(
        "undo-1",
        new UndoPlanner.Action(
            "plan-1", 7, action, List.of(ReasonCode.PUT_BACK.says("an operator wants it"))),
        now,
        EnumSet.allOf(Capability.class));
  }

  private static List<String> left(Plan plan) {
    return plan.reasons().stream().skip(1).map(Reason::toString).toList();
  }

  @Test
  void aSettingOfATableThatIsAsThePlanSetItGoesBack() {
    Plan plan = undo(files("16"), files("20"), alter(Map.of(FILES, "20")));

    assertThat(plan.steps()).containsExactly(alter(Map.of(FILES, "16")));
    assertThat(left(plan)).isEmpty();
  }

  @Test
  void aSettingThatAnOperatorHasChangedSinceIsLeftAndNamed() {
    Plan plan = undo(files("16"), files("50"), alter(Map.of(FILES, "20")));

    assertThat(plan.steps()).isEmpty();
    assertThat(left(plan)).containsExactly(LEFT.formatted(FILES + " is 50 on t"));
  }

  @Test
  void theOthersOfTheSameStepGoBack() {
    Topology before = table(TableSettings.of(Map.of("a", "1"), Map.of("f", Map.of("b", "1"))));
    Topology now = table(TableSettings.of(Map.of("a", "2"), Map.of("f", Map.of("b", "9"))));
    Step both =
        new AlterTable(
            T,
            TableChange.of(
                SettingsChange.setting(Map.of("a", "2")),
                Map.of("f", SettingsChange.setting(Map.of("b", "2")))),
            3);

    Plan plan = undo(before, now, both);

    assertThat(plan.steps()).containsExactly(alter(Map.of("a", "1")));
    assertThat(left(plan)).containsExactly(LEFT.formatted("b is 9 on family f of t"));
  }

  @Test
  void aSettingThatSomebodyHasTakenOffSinceIsLeftAtItsDefault() {
    Topology now = table(TableSettings.of(Map.of("other", "1"), Map.of()));

    Plan plan = undo(files("16"), now, alter(Map.of(FILES, "20")));

    assertThat(plan.steps()).isEmpty();
    assertThat(left(plan)).containsExactly(LEFT.formatted(FILES + " is at its default on t"));
  }

  @Test
  void whatNeverTookEffectIsNobodyElses() {
    Plan plan = undo(files("16"), files("16"), alter(Map.of(FILES, "20")));

    assertThat(plan.steps()).isEmpty();
    assertThat(left(plan)).isEmpty();
  }

  @Test
  void whatIsNotKnownNowIsPutBack() {
    Plan plan = undo(files("16"), table(null), alter(Map.of(FILES, "20")));

    assertThat(plan.steps()).containsExactly(alter(Map.of(FILES, "16")));
  }

  /** Each value that any of its plans set is the action's own. */
  @Test
  void anActionOfSeveralPlansKnowsItsOwnValues() {
    List<IssuedSteps> twice =
        List.of(
            new IssuedSteps(files("16"), List.of(alter(Map.of(FILES, "20")))),
            new IssuedSteps(files("20"), List.of(alter(Map.of(FILES, "24")))));

    assertThat(undo(twice, files("24")).steps()).endsWith(alter(Map.of(FILES, "16")));
    assertThat(undo(twice, files("50")).steps()).isEmpty();
    assertThat(left(undo(twice, files("50")))).hasSize(1);
  }

  @Test
  void aNodesSettingThatAnOperatorHasChangedSinceIsLeftAndNamed() {
    Step set = new SetNodeSettings(RS1, SettingsChange.setting(Map.of("a", "2", "b", "2")));

    Plan plan = undo(set("1", "1"), set("2", "9"), set);

    assertThat(plan.steps())
        .containsExactly(new SetNodeSettings(RS1, SettingsChange.setting(Map.of("a", "1"))));
    assertThat(left(plan)).containsExactly(LEFT.formatted("b is 9 on rs1"));
  }

  private static Topology set(String a, String b) {
    return situation()
        .node("rs1", byRestart(), settings(Map.of("a", a, "b", b)))
        .node("rs2")
        .topology();
  }

  @Test
  void whatTookARestartIsLeftToo() {
    SettingsChange given = SettingsChange.setting(Map.of("a", "2", "b", "2"));

    Plan all = undo(set("1", "1"), set("9", "9"), new RestartNode(RS1, null, given));
    Plan one = undo(set("1", "1"), set("2", "9"), new RestartNode(RS1, null, given));

    assertThat(all.steps()).isEmpty();
    assertThat(one.steps())
        .containsExactly(new RestartNode(RS1, null, SettingsChange.setting(Map.of("a", "1"))));
    assertThat(left(one)).containsExactly(LEFT.formatted("b is 9 on rs1"));
  }

  private static Topology blocks(int kilobytes) {
    return situation().node("rs1").table("t", kilobytes).topology();
  }

  private static Topology families(int f, int g) {
    return situation().node("rs1").table("t", 64).families("t", Map.of("f", f, "g", g)).topology();
  }

  @Test
  void aBlockSizeThatAnOperatorHasChangedSinceIsLeftAndNamed() {
    Step set = new SetBlockSize(T, ByteSize.ofKilobytes(32));

    Plan plan = undo(blocks(64), blocks(128), set);

    assertThat(plan.steps()).isEmpty();
    assertThat(left(plan)).containsExactly(LEFT.formatted("the size of blocks is 128 KB on t"));
    assertThat(undo(blocks(64), blocks(32), set).steps())
        .containsExactly(new SetBlockSize(T, ByteSize.ofKilobytes(64)));
  }

  @Test
  void whereOneColumnFamilyWasGivenAnotherBlockSizeTheOthersGoBack() {
    Step set = new SetBlockSize(T, ByteSize.ofKilobytes(32));

    Plan plan = undo(families(64, 64), families(32, 128), set);

    assertThat(plan.steps())
        .containsExactly(
            new SetFamilyBlockSizes(T, new TreeMap<>(Map.of("f", ByteSize.ofKilobytes(64)))));
    assertThat(left(plan)).containsExactly(LEFT.formatted("the size of blocks is 128 KB on t"));
    assertThat(undo(families(64, 8), families(32, 128), set).steps())
        .containsExactly(
            new SetFamilyBlockSizes(T, new TreeMap<>(Map.of("f", ByteSize.ofKilobytes(64)))));
  }

  private static SituationBuilder divided(MemorySplit split) {
    return situation().node("rs1", split(split)).node("rs2", split(READ));
  }

  @Test
  void aHeapThatAnOperatorHasDividedSinceIsLeftAndNamed() {
    Plan plan =
        undo(divided(READ).topology(), divided(EVEN).topology(), new SetMemorySplit(RS1, WRITE));

    assertThat(plan.steps()).isEmpty();
    assertThat(left(plan)).containsExactly(LEFT.formatted("rs1 has cache 30 %, write buffer 30 %"));
    assertThat(plan.target().nodes())
        .filteredOn(target -> target.node().equals(RS1))
        .allMatch(target -> EVEN.equals(target.profile().memory()));
  }

  @Test
  void aHeapThatWasDividedByARestartAndByAnOperatorSinceIsLeft() {
    SituationBuilder was =
        situation().node("rs1", split(READ), byRestart(), unpinned()).node("rs2", split(READ));
    SituationBuilder now =
        situation().node("rs1", split(EVEN), byRestart(), unpinned()).node("rs2", split(READ));

    Plan plan = undo(was.topology(), now.topology(), new RestartNode(RS1, WRITE));

    assertThat(plan.steps()).isEmpty();
    assertThat(left(plan)).hasSize(1);
  }

  /** A restart lets go of what the node was held to, and its files may say anything. */
  @Test
  void aPinnedNodeThatARestartLeftAsItsFilesSayGoesBack() {
    SituationBuilder was = divided(READ);
    SituationBuilder now =
        situation().node("rs1", split(EVEN), byRestart(), unpinned()).node("rs2", split(READ));

    Plan plan = undo(was.topology(), now.topology(), new RestartNode(RS1, WRITE));

    assertThat(plan.steps()).containsExactly(new RestartNode(RS1, READ));
  }
}
