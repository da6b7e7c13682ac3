package io.proteus.controller.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Token;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.AlterTableOnNode;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.EndMachine;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.step.LeaveCluster;
import io.proteus.core.step.MergePartitions;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.MoveToken;
import io.proteus.core.step.MoveUpperHalf;
import io.proteus.core.step.Price;
import io.proteus.core.step.ReleaseMemorySplit;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetFamilyBlockSizes;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.SetNodeSettings;
import io.proteus.core.step.SplitPartition;
import io.proteus.core.step.Step;
import io.proteus.core.step.Steps;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.LaunchedMachines;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.NodeLosses;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.PendingChoice;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SplitMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.RandomClusters;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CoreJsonTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final TableId T = new TableId("ns:t");
  private static final PartitionId P = new PartitionId("p");
  private static final KeyRange ROWS = new KeyRange(null, RowKey.parse("m"));
  private static final MemorySplit SPLIT = MemorySplit.of(0.55, 0.10);
  private static final ByteSize SIZE = ByteSize.ofMegabytes(3);

  /** One of each kind; the test below fails when a kind is added and missing here. */
  private static final List<Step> STEPS =
      List.of(
          new AddNode(NodeId.planned(1), 3, SPLIT),
          new AddNode(
              NodeId.planned(1),
              3,
              null,
              true,
              1,
              Set.of(RS1),
              new TreeMap<>(Map.of("handlers", "60"))),
          new JoinCluster(3),
          new MovePartition(P, T, RS1, RS2, SIZE),
          new MovePartition(P, T, RS1, RS2, SIZE).of(ROWS),
          new SplitPartition(P, T, ROWS, RowKey.parse("g\\x00"), RS1, SIZE),
          new SplitPartition(null, T, KeyRange.ALL, null, null, SIZE),
          new MoveUpperHalf(P, T, ROWS, RS1, RS2, SIZE),
          new MergePartitions(List.of(P), T, ROWS, RowKey.parse("g"), SIZE),
          new SetMemorySplit(RS1, SPLIT),
          new ReleaseMemorySplit(RS1, SPLIT),
          new RestartNode(RS2, SPLIT),
          new RestartNode(RS2, SPLIT, SettingsChange.of(Map.of("a", "1"), List.of("b"))),
          new SetBlockSize(T, ByteSize.ofKilobytes(32)),
          new SetFamilyBlockSizes(T, new TreeMap<>(Map.of("f", ByteSize.ofKilobytes(8)))),
          new AlterTable(
              T,
              TableChange.of(
                  SettingsChange.of(Map.of("a", "1"), List.of("b")),
                  Map.of("f", SettingsChange.setting(Map.of("c", "2")))),
              4),
          new CompactPartition(P, T, RS2, Ratio.of(0.9), SIZE),
          new CompactPartition(P, T, RS2, Ratio.of(0.9), SIZE).of(ROWS),
          new LeaveCluster(RS1, SIZE),
          new MoveToken(RS1, new Token(Long.MIN_VALUE + 1), new Token(Long.MAX_VALUE), SIZE),
          new RemoveNode(RS1, true),
          new RemoveNode(RS1),
          new EndMachine(RS1, Instant.parse("2026-01-01T12:00:00Z")),
          new ForgetNode(RS1),
          new SetNodeSettings(RS1, SettingsChange.of(Map.of("a", "1"), List.of("b"))),
          new RestartNode(RS2, null, SettingsChange.of(Map.of("a", "1"), List.of())),
          new AlterTableOnNode(
              RS1,
              T,
              TableChange.of(
                  SettingsChange.NOTHING, Map.of("f", SettingsChange.setting(Map.of("c", "2"))))),
          new JoinCluster(3, true));

  private static final Layout LAYOUT =
      Layout.of(
          List.of(
              new NodeTarget(
                  RS2, new NodeProfile("read", SPLIT, ByteSize.ofKilobytes(32)), List.of(P))),
          List.of(RS1),
          Map.of(T, ByteSize.ofKilobytes(32)),
          WantedSettings.of(
              Map.of(T, TableSettings.of(Map.of("a", "1"), Map.of("f", Map.of("c", "2")))),
              Map.of(RS2, new TreeMap<>(Map.of("limit", "0.8")))),
          new Reshapes(
              List.of(new Reshapes.Split(P, null, RS1)),
              List.of(new Reshapes.Merge(P, P)),
              List.of(new Reshapes.TokenMove(RS1, new Token(Long.MAX_VALUE), SIZE))));

  private static final Plan PLAN =
      new Plan(
          "plan-1-2",
          2,
          LAYOUT,
          STEPS,
          Price.of(STEPS),
          List.of(
              ReasonCode.GROW.because("nodes.max", "from 2 to 3"), ReasonCode.GROUPED.says("so")));

  @Test
  void aNodeOfAnOlderJournalCountsAsAskedForItsSplit() throws UnreadableJson {
    String node =
        "{\"id\":\"rs1\",\"incarnation\":\"1\",\"memoryOnline\":true,\"shrinksOnline\":true}";
    String load =
        "{\"node\":\"rs1\",\"before\":{\"readCache\":0.4,\"writeBuffer\":0.4},\"set\":{\"readCache\":0.1,\"writeBuffer\":0.6}}";

    assertThat(CoreJson.read(node, Node.class).pinned()).isTrue();
    assertThat(CoreJson.read(load, LoadPrepared.NodeMemory.class).pinned()).isTrue();
  }

  @Test
  void everyKindOfStepIsCovered() {
    assertThat(STEPS.stream().map(Step::type).collect(Collectors.toSet()))
        .containsAll(
            Steps.all().stream()
                .filter(type -> type.record().getPackage().equals(Step.class.getPackage()))
                .toList());
  }

  @Test
  void whatPoliciesRememberIsReadBackAsItWas() throws UnreadableJson {
    Choice choice = new Choice("pcm-ro", new TreeMap<>(Map.of("blockSize", "16384")));
    SettingsMemory.Standing standing =
        SettingsMemory.Standing.switchedTo(choice)
            .awaiting(
                new PendingChoice(
                    choice,
                    Instant.parse("2026-01-01T00:00:00Z"),
                    Instant.parse("2026-01-01T00:00:30Z")));
    StrategyMemory memory =
        StrategyMemory.INITIAL
            .with(SettingsMemory.of(Map.of("table t", standing)))
            .with(
                new SplitMemory(
                    List.of(
                        new SplitMemory.Split(
                            Instant.parse("2026-01-01T00:00:00Z"), T, ROWS, 1234.5))));

    assertThat(CoreJson.read(CoreJson.text(memory), StrategyMemory.class)).isEqualTo(memory);
    assertThat(CoreJson.text(StrategyMemory.INITIAL))
        .doesNotContain("settings")
        .doesNotContain("splits");
  }

  @Test
  void aJournalThatDoesNotTellWhenPoliciesLookedLastIsStillRead() throws UnreadableJson {
    String coming =
        "{\"choice\":{\"policy\":\"pcm-ro\",\"values\":{}},\"since\":\"2026-01-01T00:00:00Z\"}";

    PendingChoice read = CoreJson.read(coming, PendingChoice.class);

    assertThat(read.since()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(read.seen()).isNull();
    assertThat(CoreJson.text(read)).isEqualTo(coming);
  }

  @Test
  void aPlanIsReadBackAsItWas() throws UnreadableJson {
    assertThat(CoreJson.read(CoreJson.text(PLAN), Plan.class)).isEqualTo(PLAN);
  }

  @Test
  void aPlanWithEveryStepIsWrittenAsItAlwaysWas() throws Exception {
    try (InputStream file =
        Objects.requireNonNull(
            getClass().getResourceAsStream("plan-with-every-step.json"), "the recorded plan")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);

      assertThat(CoreJson.prettyText(PLAN, Words.NEUTRAL) + "\n").isEqualTo(text);
      assertThat(CoreJson.prettyText(CoreJson.read(text, Plan.class), Words.NEUTRAL) + "\n")
          .isEqualTo(text);
      assertThat(CoreJson.read(text, Plan.class).steps()).isEqualTo(PLAN.steps());
    }
  }

  @Test
  void aStepTellsItsKindItsUnitsAndItsSentence() {
    assertThat(CoreJson.text(STEPS.get(3)))
        .isEqualTo(
            "{\"step\":\"move-partition\",\"partition\":\"p\",\"table\":\"ns:t\",\"from\":\"rs1\",\"to\":\"rs2\",\"sizeBytes\":3145728,\"prefetch\":false,\"sentence\":\"move"
                + " p of ns:t (3 MB) from rs1 to rs2\"}");
  }

  @Test
  void verdictsAreReadBack() throws UnreadableJson {
    Verdict hold = Verdict.hold(ReasonCode.HEALTHY.says("all fine"), StrategyMemory.INITIAL);
    Verdict retarget =
        new Verdict.Retarget(LAYOUT, PLAN.reasons(), new StrategyMemory(true, 2, 1, 4));

    assertThat(CoreJson.read(CoreJson.text(hold), Verdict.class)).isEqualTo(hold);
    assertThat(CoreJson.read(CoreJson.text(retarget), Verdict.class)).isEqualTo(retarget);
    assertThat(CoreJson.text(hold)).contains("\"verdict\":\"hold\"").doesNotContain("setting");
  }

  @Test
  void whatAStrategyRemembersIsReadBack() throws UnreadableJson {
    Instant at = Instant.parse("2026-01-01T12:00:00Z");
    StrategyMemory memory =
        StrategyMemory.INITIAL.with(
            ScalingMemory.NONE
                .with(new Resized(at, 3, 4))
                .with(new Measurement(at, 3, 120.5, 100, null, Ratio.of(0.5)))
                .with(new Measurement(at, 4, 120.5, 100, 3.25, Ratio.of(0.4)))
                .withDecidedAt(at)
                .with(Season.unseen(Duration.ofHours(1), 24).with(at, 120.5, 40)));

    String json = CoreJson.text(memory);

    assertThat(CoreJson.read(json, StrategyMemory.class)).isEqualTo(memory);
    assertThat(json)
        .contains("[\"2026-01-01T12:00:00Z\",3,120.5,100.0,null,0.5]", "[1,1,120.5,0.0]");
  }

  @Test
  void aSeasonFromBeforeItWasKeptHowManyNodesItFoundIsStillRead() throws UnreadableJson {
    Season season = Season.unseen(Duration.ofHours(1), 2);
    String json = CoreJson.text(season);

    assertThat(json).doesNotContain("found");
    assertThat(CoreJson.read(json, Season.class)).isEqualTo(season);
    assertThat(CoreJson.read(CoreJson.text(season.orFoundWith(3)), Season.class).found())
        .isEqualTo(3);
  }

  @Test
  void aGrowthThatWasGivenUpIsReadBack() throws UnreadableJson {
    Resized growth = new Resized(Instant.parse("2026-01-01T12:00:00Z"), 3, 4);
    ScalingMemory memory = ScalingMemory.NONE.with(growth).givingUpFor(List.of());

    assertThat(memory.resizes()).isEmpty();
    assertThat(memory.lastGrowth()).contains(growth);
    assertThat(CoreJson.read(CoreJson.text(memory), ScalingMemory.class)).isEqualTo(memory);
  }

  @Test
  void machinesThatWereLaunchedAreReadBackAndLeftOutWhereThereAreNone() throws UnreadableJson {
    ScalingMemory memory =
        new ScalingMemory(
            List.of(),
            null,
            List.of(),
            null,
            null,
            new LaunchedMachines(Set.of(RS2), Set.of(RS1)),
            new NodeLosses(3, Instant.EPOCH, new TreeMap<>(Map.of(RS1, Instant.EPOCH))),
            null,
            null);

    assertThat(CoreJson.read("{\"losses\":{\"whole\":3}}", ScalingMemory.class).losses())
        .isEqualTo(new NodeLosses(3, null));
    assertThat(CoreJson.text(memory)).contains("{\"awaited\":[\"rs2\"],\"came\":[\"rs1\"]}");
    assertThat(CoreJson.read(CoreJson.text(memory), ScalingMemory.class)).isEqualTo(memory);
    assertThat(CoreJson.text(ScalingMemory.NONE)).doesNotContain("launched");
    assertThat(CoreJson.read("{\"launched\":{\"came\":[\"rs1\"]}}", ScalingMemory.class).awaited())
        .isEmpty();
  }

  @Test
  void speedsOfNodesAreReadBackAndLeftOutWhereNodesAreAlike() throws UnreadableJson {
    ScalingMemory memory =
        ScalingMemory.NONE.with(
            new NodeSpeeds(new TreeMap<>(Map.of(RS1, new NodeSpeeds.Learned(0.5, 7)))));

    assertThat(CoreJson.text(memory)).contains("\"rs1\":{\"speed\":0.5,\"samples\":7}");
    assertThat(CoreJson.read(CoreJson.text(memory), ScalingMemory.class)).isEqualTo(memory);
    assertThat(CoreJson.text(ScalingMemory.NONE.with(NodeSpeeds.ALIKE_ALL)))
        .doesNotContain("speeds");
  }

  @Test
  void aJournalFromBeforeThereWereOtherPoliciesIsStillRead() throws UnreadableJson {
    assertThat(
            CoreJson.read(
                "{\"reconfigured\":true,\"nodesToChange\":2,\"underloads\":1,\"resizingTo\":4}",
                StrategyMemory.class))
        .isEqualTo(new StrategyMemory(true, 2, 1, 4));
    assertThat(
            CoreJson.read(
                "{\"reconfigured\":false,\"nodesToChange\":1,\"underloads\":0,\"resizingTo\":0,\"scaling\":{}}",
                StrategyMemory.class))
        .isEqualTo(StrategyMemory.INITIAL);
  }

  @Test
  void aSampleWithItsTopologyIsReadBack() throws Exception {
    Sample sample = RandomClusters.of(11, ManualClock.start()).sample();

    assertThat(CoreJson.read(CoreJson.text(sample), Sample.class)).isEqualTo(sample);
    assertThat(CoreJson.text(sample)).doesNotContain("machines");
    Sample told = sample.withMachines(Map.of(RS1, Instant.parse("2026-01-01T12:00:00Z")));
    assertThat(CoreJson.read(CoreJson.text(told), Sample.class)).isEqualTo(told);
  }

  @Test
  void aDecisionIsAsItsSchemaSays() throws Exception {
    var situation = SavedObservation.read(Schemas.FOLDER.resolve("small.observation.json"));
    Verdict retarget = new Verdict.Retarget(LAYOUT, PLAN.reasons(), StrategyMemory.INITIAL);
    Verdict hold =
        Verdict.hold(
            ReasonCode.NOT_WORTH_IT.because("guards.minimumGain", "too little"),
            StrategyMemory.INITIAL);

    for (Decision decision :
        List.of(
            new Decision(retarget, Optional.of(PLAN), Optional.empty()),
            new Decision(hold, Optional.empty(), Optional.of(PLAN)),
            new Decision(hold, Optional.empty(), Optional.empty()))) {
      PlanDocument document = PlanDocument.of(situation, decision);
      Schemas.assertValid("plan.schema.json", CoreJson.prettyText(document, Words.NEUTRAL));
      assertThat(CoreJson.read(CoreJson.prettyText(document), PlanDocument.class))
          .isEqualTo(document);
    }
  }

  @Test
  void aDecisionThatIsNotWholeIsAgainstTheSchema() throws Exception {
    assertThat(
            Schemas.problems(
                "plan.schema.json",
                """
                {"schema": "proteus/plan/1", "cluster": "c", "at": "2026-01-01T00:00:00Z",
                 "verdict": "retarget", "reasons": [{"code": "GROW", "sentence": "s"}]}\
                """))
        .isNotEmpty();
  }
}
