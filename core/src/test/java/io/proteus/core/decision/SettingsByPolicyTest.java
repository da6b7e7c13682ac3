package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.AFTER_UNDO;
import static io.proteus.core.strategy.ReasonCode.CLASS_NOT_CONFIRMED;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.POLICY_SWITCH;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.PendingChoice;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Undone;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.strategy.configuration.SettingsPolicy;
import io.proteus.core.strategy.guard.AfterUndo;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsByPolicyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final TableId T = new TableId("t");
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final MemorySplit SPLIT = MemorySplit.of(0.4, 0.4);
  private static final MemorySplit WRITING = MemorySplit.of(0.1, 0.6);
  private static final TableSettings WANTED = TableSettings.of(Map.of("flush", "1"), Map.of());
  private static final SettingsMemory WATCHED = SettingsMemory.of(Map.of("table t", Standing.NEW));
  private static final SettingsMemory DECIDED =
      SettingsMemory.of(Map.of("table t", Standing.NEW, "node rs1", Standing.NEW));
  private static final Choice READING = new Choice("pcm-ro", new TreeMap<>(Map.of("a", "1")));
  private static final Choice WRITING_CHOICE =
      new Choice("pcm-wo", new TreeMap<>(Map.of("a", "2")));
  private static final Verdict.Hold HEALTHY_HOLD =
      new Verdict.Hold(
          List.of(HEALTHY.says("all is well")), StrategyMemory.INITIAL.withUnderloads(1));

  private record Fixed(Verdict answer) implements Proposer {
    @Override
    public Optional<Verdict> propose(
        Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
      return Optional.of(answer);
    }
  }

  private static Strategy beside(Proposer other, SettingsPolicy policy) {
    return new Proposals(List.of(other, new SettingsByPolicy(policy)));
  }

  private static Situation now(boolean online, Set<Capability> capabilities) {
    Partition a = new Partition(new PartitionId("a"), T, RS1, ByteSize.ZERO, null);
    Partition b = new Partition(new PartitionId("b"), T, RS2, ByteSize.ZERO, null);
    Topology topology =
        new Topology(
            "test",
            NOW,
            List.of(
                new Node(RS1, "1", SPLIT, online, new TreeMap<>()),
                new Node(RS2, "1", SPLIT, online, new TreeMap<>())),
            List.of(),
            List.of(a, b),
            List.of(new Table(T, null, TableSettings.NONE)),
            List.of(),
            false,
            List.of());
    Map<PartitionId, RequestRates> rates =
        Map.of(a.id(), new RequestRates(1, 0, 0), b.id(), new RequestRates(1, 0, 0));
    Observation latest =
        new Observation(
            1, topology, Duration.ofSeconds(30), rates, Map.of(), capabilities, List.of());
    return new Situation(NOW, latest, 6, true, rates, Map.of(), null, StrategyMemory.INITIAL);
  }

  private static Situation now() {
    return now(true, EnumSet.allOf(Capability.class));
  }

  private static SettingsChoice choice(
      WantedSettings settings, Map<NodeId, MemorySplit> splits, List<Reason> waiting) {
    return new SettingsChoice(
        settings,
        new TreeMap<>(splits),
        settings.saysNothing() ? List.of() : List.of(POLICY_SWITCH.says("t is written")),
        List.of(),
        waiting,
        WATCHED,
        DECIDED);
  }

  private static Verdict decide(Verdict other, SettingsChoice choice, Situation now) {
    return beside(new Fixed(other), (situation, atOnce) -> choice).decide(now);
  }

  private static Plan plan(SettingsChoice choice, Situation now) {
    return Figures.PLANNER.plan(now, (Verdict.Retarget) decide(HEALTHY_HOLD, choice, now));
  }

  private static WantedSettings table() {
    return WantedSettings.of(Map.of(T, WANTED), Map.of());
  }

  @Test
  void whatAPolicySetsIsNotHeldForAGainThatNobodyPredicts() {
    Strategy policies =
        beside(
            new Fixed(HEALTHY_HOLD), (situation, atOnce) -> choice(table(), Map.of(), List.of()));
    DecisionMaker maker =
        new DecisionMaker(
            policies,
            new Guards(List.of(), List.of()),
            Figures.PLANNER,
            new Predictor(2, 1, Duration.ofHours(1), Figures.COSTS));

    Decision decision = maker.decide(now());
    assertThat(decision.verdict()).as("%s", decision).isInstanceOf(Verdict.Retarget.class);
    Plan plan = decision.plan().orElseThrow();

    assertThat(plan.steps()).hasAtLeastOneElementOfType(AlterTable.class);
    assertThat(plan.prediction())
        .satisfies(
            predicted -> {
              assertThat(predicted.requestsLost()).isPositive();
              assertThat(predicted.paysAfter()).isNull();
            });
  }

  @Test
  void whatWaitsIsSaidFirstAndRememberedWithTheOther() {
    Verdict verdict =
        decide(
            HEALTHY_HOLD,
            choice(
                WantedSettings.NONE,
                Map.of(),
                List.of(CLASS_NOT_CONFIRMED.because("policies.hold", "t waits"))),
            now());

    assertThat(verdict).isInstanceOf(Verdict.Hold.class);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly(CLASS_NOT_CONFIRMED, HEALTHY);
    assertThat(verdict.memory().underloads()).isEqualTo(1);
    assertThat(verdict.memory().settings()).isEqualTo(DECIDED);
  }

  @Test
  void settingsAreSetOnlineWithEveryPartitionWhereItIs() {
    Plan plan = plan(choice(table(), Map.of(RS1, WRITING), List.of()), now());

    assertThat(plan.steps())
        .extracting(Step::toString)
        .containsExactly("alter t: flush=1", "set rs1 online to cache 10 %, write buffer 60 %");
    assertThat(plan.price().tablesAltered()).isEqualTo(1);
  }

  @Test
  void aNodeIsEmptiedForARestartAndFilledAgain() {
    SortedMap<String, String> limit = new TreeMap<>(Map.of("limit", "0.97"));
    Plan plan =
        plan(
            choice(
                WantedSettings.of(Map.of(), Map.of(RS1, limit)), Map.of(RS1, WRITING), List.of()),
            now());

    assertThat(plan.steps())
        .extracting(Step::toString)
        .containsExactly(
            "move a of t (0 B) from rs1 to rs2",
            "restart rs1 with cache 10 %, write buffer 60 %; limit=0.97",
            "move a of t (0 B) from rs2 to rs1",
            "set rs1 online to cache 10 %, write buffer 60 %");
  }

  @Test
  void aResizeComesFirst() {
    Layout grown =
        Layout.of(
            List.of(
                new NodeTarget(
                    NodeId.planned(1),
                    new NodeProfile("new", SPLIT, ByteSize.ofKilobytes(64)),
                    List.of())),
            List.of(),
            Map.of());
    Verdict wanted =
        new Verdict.Retarget(grown, List.of(HEALTHY.says("grow")), StrategyMemory.INITIAL);

    Verdict verdict = decide(wanted, choice(table(), Map.of(), List.of()), now());

    assertThat(((Verdict.Retarget) verdict).target()).isEqualTo(grown);
    assertThat(verdict.memory().settings()).isEqualTo(WATCHED);
  }

  @Test
  void theGuardsLetAChangeOfSettingsThroughThatMovesNothing() {
    var maker =
        new DecisionMaker(
            beside(
                new Fixed(HEALTHY_HOLD),
                (situation, atOnce) -> choice(table(), Map.of(), List.of())),
            new Guards(List.of(), Guards.defaults().retarget()),
            Figures.PLANNER,
            Figures.PREDICTOR);

    Decision decision = maker.decide(now());

    assertThat(decision.plan()).isPresent();
    assertThat(decision.verdict().memory().settings()).isEqualTo(DECIDED);
  }

  /** What was not done is not in force, and was asked for all the same. */
  @Test
  void whatAGuardObjectsToIsNotInForceAndIsStillAskedFor() {
    Instant since = NOW.minusSeconds(900);
    Standing before =
        new Standing(READING, true, new PendingChoice(WRITING_CHOICE, since, NOW.minusSeconds(30)));
    Standing waiting = Standing.NEW.awaiting(new PendingChoice(READING, NOW, NOW));
    SettingsMemory decided =
        SettingsMemory.of(
            Map.of("table t", Standing.switchedTo(WRITING_CHOICE), "node rs1", waiting));
    var maker =
        new DecisionMaker(
            beside(
                new Fixed(HEALTHY_HOLD),
                (situation, atOnce) ->
                    new SettingsChoice(
                        table(),
                        new TreeMap<>(),
                        List.of(POLICY_SWITCH.says("t is written")),
                        List.of(),
                        List.of(),
                        WATCHED,
                        decided)),
            new Guards(List.of(), List.of(new AfterUndo(Duration.ofHours(1)))),
            Figures.PLANNER,
            Figures.PREDICTOR);
    StrategyMemory memory =
        StrategyMemory.INITIAL
            .with(new Undone(NOW.minusSeconds(600), "plan-1", false))
            .with(SettingsMemory.of(Map.of("table t", before)));

    Decision decision = maker.decide(now().with(memory));

    assertThat(decision.verdict().reasons().get(0).code()).isEqualTo(AFTER_UNDO);
    assertThat(decision.verdict().memory().settings().subjects())
        .containsOnly(
            Map.entry(
                "table t",
                new Standing(READING, true, new PendingChoice(WRITING_CHOICE, since, NOW))),
            Map.entry("node rs1", waiting));
  }

  /** One server of 25 has 4 % of the requests: less than what is worth moving partitions for. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void norDoTheyHoldASplitOfFewRequests(boolean online) {
    SituationBuilder many = situation();
    for (int node = 1; node <= 25; node++) {
      many.node("rs" + node, split(SPLIT))
          .partition("p" + node, of("t"), reads(100), on("rs" + node));
      if (!online) {
        many.node("rs" + node, byRestart());
      }
    }
    var maker =
        new DecisionMaker(
            beside(
                new Fixed(HEALTHY_HOLD),
                (situation, atOnce) ->
                    choice(
                        WantedSettings.NONE,
                        Map.of(RS1, WRITING),
                        List.of(POLICY_SWITCH.says("rs1 is written to")))),
            Guards.defaults(),
            Figures.PLANNER,
            Figures.PREDICTOR);

    Decision decision = maker.decide(many.build());

    assertThat(decision.verdict()).as("%s", decision).isInstanceOf(Verdict.Retarget.class);
    assertThat(decision.plan().orElseThrow().steps())
        .hasAtLeastOneElementOfType(online ? SetMemorySplit.class : RestartNode.class);
  }

  @Test
  void aStoreThatDoesNotAlterTablesIsSaidSo() {
    Set<Capability> capabilities = EnumSet.allOf(Capability.class);
    capabilities.remove(Capability.TABLE_SETTINGS_ONLINE);

    Plan plan = plan(choice(table(), Map.of(), List.of()), now(true, capabilities));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons())
        .last()
        .hasToString("NOT_CAPABLE: t stay as they are set: this store does not alter tables");
  }
}
