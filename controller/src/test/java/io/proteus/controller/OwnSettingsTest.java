package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.decision.SettingsByPolicy;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetNodeSettings;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A store that divides no memory and has settings of its own, each with an effect of its own. */
class OwnSettingsTest {
  /** Long enough that what was before can be compared with what comes after. */
  private static final int OBSERVED_BEFORE = 10;

  private static final int UNTIL_SET = OBSERVED_BEFORE + 4;
  private static final int UNTIL_VERIFIED = 16;
  private static final RequestRates ASKED = new RequestRates(500, 0, 100);

  private static final SortedMap<String, String> BEFORE =
      new TreeMap<>(Map.of("maxmemory", "1gb", "io-threads", "2", "databases", "16"));

  private final Rig rig = new Rig(clock -> store().clock(clock));

  private static ClusterBuilder store() {
    return node(node(InMemoryCluster.cluster(), "cache1"), "cache2");
  }

  private static ClusterBuilder node(ClusterBuilder cluster, String name) {
    return cluster
        .node(name)
        .cpu(0.6)
        .ownSetting("maxmemory", "1gb", Effect.ONLINE)
        .ownSetting("io-threads", "2", Effect.RESTART)
        .ownSetting("databases", "16", Effect.NEVER)
        .holding("slots-of-" + name, 4, ASKED);
  }

  private SortedMap<String, String> settingsOf(String node) {
    return rig.cluster.peek().node(new NodeId(node)).map(Node::settings).orElseThrow();
  }

  /** Nodes are spread, and every node is to be set like this. */
  private static DecisionMaker wanting(Map<String, String> wanted) {
    return new DecisionMaker(
        Proposals.of(
            PolicyStrategy.counting(new KeepNodes()),
            Optional.of(new SettingsByPolicy((now, atOnce) -> choice(now, wanted)))),
        Guards.defaults(),
        Planner.met());
  }

  /** As policies do, it asks for nothing that it asked for before. */
  private static SettingsChoice choice(Situation now, Map<String, String> wanted) {
    Map<NodeId, SortedMap<String, String>> nodes = new TreeMap<>();
    boolean isTime =
        now.latest().number() >= OBSERVED_BEFORE && now.memory().settings().subjects().isEmpty();
    now.topology().nodes().stream()
        .filter(node -> isTime)
        .forEach(node -> nodes.put(node.id(), new TreeMap<>(wanted)));
    return new SettingsChoice(
        WantedSettings.of(Map.of(), nodes),
        new TreeMap<>(),
        List.of(ReasonCode.POLICY_SWITCH.says("the nodes are used otherwise")),
        List.of(),
        List.of(),
        now.memory().settings(),
        isTime ? SettingsMemory.of(Map.of("nodes", Standing.NEW)) : now.memory().settings());
  }

  private ControlLoop loop(DecisionMaker decisions) {
    VerificationSettings undoing =
        new VerificationSettings(
            WhenWorse.UNDO, Duration.ofMinutes(2), Duration.ofMinutes(4), Ratio.of(0.1));
    return rig.loop(
        decisions,
        rig.journal,
        new Actuator.ExecutionOptions(Rig.LIMITS, undoing, Progress.UNSEEN, rig.stop),
        Consent.ALWAYS);
  }

  private static List<Step> steps(List<Cycle> cycles) {
    return cycles.stream()
        .filter(cycle -> cycle.outcome().isPresent())
        .flatMap(cycle -> cycle.decision().plan().stream())
        .map(Plan::steps)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatNodesTakeWhileTheyRunIsSetWithoutARestart() {
    List<Cycle> cycles = rig.cycles(loop(wanting(Map.of("maxmemory", "2gb"))), UNTIL_SET);

    assertThat(steps(cycles))
        .hasSize(2)
        .allMatch(SetNodeSettings.class::isInstance)
        .first()
        .hasToString("set cache1 online to maxmemory=2gb");
    assertThat(settingsOf("cache1")).containsEntry("maxmemory", "2gb");
    assertThat(settingsOf("cache2")).containsEntry("maxmemory", "2gb");
    assertThat(rig.cluster.faults().count(Call.RESTART)).isZero();
    assertThat(rig.cluster.faults().count(Call.SET_MEMORY_SPLIT)).isZero();
  }

  @Test
  void whatNodesTakeByARestartIsSetByOne() {
    List<Cycle> cycles =
        rig.cycles(loop(wanting(Map.of("maxmemory", "2gb", "io-threads", "4"))), UNTIL_SET);

    assertThat(steps(cycles))
        .filteredOn(step -> step instanceof SetNodeSettings || step instanceof RestartNode)
        .extracting(Step::toString)
        .containsExactly(
            "set cache1 online to maxmemory=2gb",
            "set cache2 online to maxmemory=2gb",
            "restart cache1 with io-threads=4",
            "restart cache2 with io-threads=4");
    assertThat(settingsOf("cache1"))
        .containsEntry("maxmemory", "2gb")
        .containsEntry("io-threads", "4");
    rig.assertUnharmed();
  }

  @Test
  void whatNodesNeverTakeIsNotAskedOfThem() {
    List<Cycle> cycles = rig.cycles(loop(wanting(Map.of("databases", "32"))), UNTIL_SET);

    assertThat(cycles).noneMatch(cycle -> cycle.outcome().isPresent());
    assertThat(settingsOf("cache1")).isEqualTo(BEFORE);
  }

  @Test
  void whatNeverTakesEffectIsSaidWhereTheRestIsSet() {
    List<Cycle> cycles =
        rig.cycles(loop(wanting(Map.of("maxmemory", "2gb", "databases", "32"))), UNTIL_SET);

    assertThat(cycles)
        .filteredOn(cycle -> cycle.outcome().isPresent())
        .first()
        .satisfies(
            cycle ->
                assertThat(cycle.decision().plan().orElseThrow().reasons())
                    .anyMatch(
                        reason ->
                            reason
                                .sentence()
                                .toString()
                                .equals(
                                    "cache1 is not set to databases=32: it never takes another"
                                        + " value of that")));
  }

  /** Fewer requests are answered than before: what was set goes back, key by key. */
  @Test
  void whatMadeItWorseIsVerifiedAndUndone() throws Exception {
    ControlLoop loop = loop(wanting(Map.of("maxmemory", "2gb", "io-threads", "4")));
    rig.cycles(loop, UNTIL_SET);
    assertThat(settingsOf("cache1")).isNotEqualTo(BEFORE);
    rig.cluster
        .rates()
        .forEach(
            (partition, rates) -> rig.cluster.rate(partition, RequestRates.NONE.blend(0.5, rates)));

    List<Cycle> cycles = rig.cycles(loop, UNTIL_VERIFIED);

    assertThat(
            rig.journal.before(Long.MAX_VALUE, 1, List.of("verified")).stream()
                .map(JournalEntry::event)
                .map(Verified.class::cast)
                .map(verified -> verified.result().code()))
        .containsExactly(ReasonCode.MADE_WORSE);
    assertThat(cycles)
        .anyMatch(cycle -> cycle.outcome().filter(Outcome.Undone.class::isInstance).isPresent());
    assertThat(settingsOf("cache1")).isEqualTo(BEFORE);
    assertThat(settingsOf("cache2")).isEqualTo(BEFORE);
    rig.assertUnharmed();
  }
}
