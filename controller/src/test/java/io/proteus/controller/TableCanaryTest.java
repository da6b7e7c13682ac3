package io.proteus.controller;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.decision.SettingsByPolicy;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** One node goes by a table's new settings first; how it serves decides about the table. */
class TableCanaryTest {
  private static final TableId T = new TableId("t");
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final RequestRates ASKED = new RequestRates(100, 0, 100);

  /** Long enough that what was before can be compared with what comes after. */
  private static final int OBSERVED_BEFORE = 7;

  private static final int UNTIL_SET = OBSERVED_BEFORE + 3;
  private static final int MOST_CALLS = 10_000;

  /** From kill to kill: hundreds of whole runs would take minutes. */
  private static final int STRIDE = 7;

  private static final ExecutionSettings LIMITS =
      new ExecutionSettings(
          2,
          1,
          Duration.ofMinutes(2),
          Duration.ofMillis(200),
          Duration.ofMinutes(2),
          3,
          Duration.ofMinutes(3));

  private static final Map<String, String> WANTED =
      Map.of("compaction", "levelled", "caching", "all");

  /** Three nodes with a table, of which nodes take some settings for themselves. */
  private static Rig rig(String... local) {
    return new Rig(
        clock -> {
          ClusterBuilder described =
              cluster().clock(clock).pace(Pace.everythingTakes(1)).takingLocally(local);
          for (String node : List.of("rs1", "rs2", "rs3")) {
            described.node(node).cpu(0.5).holding("t", 2, ASKED);
          }
          return described;
        });
  }

  private static ControlLoop loop(Rig rig, Journal journal) {
    return rig.loop(
        new DecisionMaker(
            Proposals.of(
                PolicyStrategy.counting(new KeepNodes()),
                Optional.of(new SettingsByPolicy((now, atOnce) -> choice(now)))),
            Guards.defaults(),
            Planner.met()),
        journal,
        new Actuator.ExecutionOptions(LIMITS, Rig.VERIFICATION, Progress.UNSEEN, rig.stop),
        Consent.ALWAYS);
  }

  /** As policies do, it asks for nothing that it asked for before. */
  private static SettingsChoice choice(Situation now) {
    SettingsMemory before = now.memory().settings();
    boolean isTime = now.latest().number() >= OBSERVED_BEFORE && before.subjects().isEmpty();
    return new SettingsChoice(
        isTime
            ? WantedSettings.of(
                Map.of(T, TableSettings.of(Map.of(), Map.of("f", WANTED))), Map.of())
            : WantedSettings.NONE,
        new TreeMap<>(),
        isTime ? List.of(ReasonCode.POLICY_SWITCH.says("it is used otherwise")) : List.of(),
        List.of(),
        List.of(),
        before,
        isTime ? SettingsMemory.of(Map.of("table t", Standing.NEW)) : before);
  }

  private static Table table(Rig rig) {
    return rig.cluster.peek().table(T).orElseThrow();
  }

  private static SortedMap<String, String> options(Rig rig) {
    return Objects.requireNonNull(table(rig).settings()).families().get("f");
  }

  private static SortedMap<NodeId, TableSettings> local(Rig rig) {
    return table(rig).local();
  }

  private static TableChange compaction(String value) {
    return TableChange.of(
        SettingsChange.NOTHING, Map.of("f", SettingsChange.setting(Map.of("compaction", value))));
  }

  /** Nodes that have something for themselves serve half of what is asked of them. */
  private static Consumer<Call> harm(Rig rig) {
    Map<PartitionId, RequestRates> asked = rig.cluster.rates();
    return call -> {
      if (call == Call.SAMPLE) {
        Set<NodeId> worse = local(rig).keySet();
        rig.cluster
            .peek()
            .partitions()
            .forEach(
                partition ->
                    rig.cluster.rate(
                        partition.id(),
                        RequestRates.NONE.blend(
                            partition.node() != null && worse.contains(partition.node()) ? 0.5 : 0,
                            Objects.requireNonNull(asked.get(partition.id())))));
      }
    };
  }

  private static List<JournalEvent> events(Rig rig, String... kinds) throws JournalException {
    List<JournalEvent> events = new ArrayList<>();
    rig.journal
        .before(Long.MAX_VALUE, 1000, List.of(kinds))
        .forEach(entry -> events.add(0, entry.event()));
    return events;
  }

  private static List<Planned> planned(Rig rig) throws JournalException {
    return events(rig, "planned").stream().map(Planned.class::cast).toList();
  }

  /** What the journal tells, in short; the first plan is P and an undo of it U. */
  private static List<String> story(Rig rig) throws JournalException {
    String first = planned(rig).get(0).plan().id();
    List<String> told = new ArrayList<>();
    for (JournalEvent event :
        events(rig, "planned", "plan-ended", "verified", "undo-began", "undo-ended")) {
      String what = "";
      if (event instanceof Planned) {
        what = "begins";
      } else if (event instanceof PlanEnded ended) {
        what = ended.outcome();
      } else if (event instanceof Verified verified) {
        what = verified.result().code().name();
      } else if (event instanceof UndoBegan) {
        what = "is put back";
      } else if (event instanceof UndoEnded ended) {
        what = "put back: " + ended.outcome();
      }
      told.add(
          event.planId().orElseThrow().replace(first, "P").replaceAll("undo-.*", "U") + " " + what);
    }
    return told;
  }

  private static List<Outcome> outcomes(List<Cycle> cycles) {
    return cycles.stream().flatMap(cycle -> cycle.outcome().stream()).toList();
  }

  @Test
  void aTableIsTriedOnOneNodeBeforeAllHaveIt() throws Exception {
    Rig rig = rig("compaction");
    Set<SortedMap<NodeId, TableSettings>> seen = new HashSet<>();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.SAMPLE && options(rig).isEmpty()) {
                seen.add(local(rig));
              }
            });

    List<Cycle> cycles = rig.cycles(loop(rig, rig.journal), UNTIL_SET);

    assertThat(outcomes(cycles)).singleElement().isInstanceOf(Outcome.Completed.class);
    assertThat(story(rig))
        .containsExactly(
            "P begins", "P completed", "P NOT_WORSE", "P-rest begins", "P-rest completed");
    assertThat(planned(rig).get(0).plan().steps())
        .extracting(Step::toString)
        .containsExactly("have rs1 alone go by other settings of t: family f: compaction=levelled");
    assertThat(seen)
        .as("what is tried, before and while it is watched")
        .containsExactlyInAnyOrder(
            new TreeMap<>(),
            new TreeMap<>(
                Map.of(
                    RS1,
                    TableSettings.of(Map.of(), Map.of("f", Map.of("compaction", "levelled"))))));
    assertThat(options(rig)).containsExactlyInAnyOrderEntriesOf(WANTED);
    assertThat(local(rig)).isEmpty();
    assertThat(rig.cluster.faults().count(Call.ALTER_ON_NODE)).isEqualTo(1);
    assertThat(rig.cluster.faults().count(Call.ALTER)).isEqualTo(1);
    rig.assertUnharmed();
  }

  @Test
  void aNodeThatServesWorseGoesByTheTableAgainWhichIsNeverAltered() throws Exception {
    Rig rig = rig("compaction");
    rig.cluster.faults().beforeEach(harm(rig));

    List<Cycle> cycles = rig.cycles(loop(rig, rig.journal), UNTIL_SET);

    assertThat(outcomes(cycles)).singleElement().isInstanceOf(Outcome.Undone.class);
    assertThat(story(rig))
        .containsExactly(
            "P begins",
            "P completed",
            "P MADE_WORSE",
            "P is put back",
            "P-rest dropped",
            "U begins",
            "U completed",
            "P put back: completed");
    assertThat(local(rig)).isEmpty();
    assertThat(options(rig)).isEmpty();
    assertThat(rig.cluster.faults().count(Call.ALTER)).isZero();
    assertThat(rig.journal.memory().undone()).isNotNull();
    rig.assertUnharmed();
  }

  @Test
  void whatNobodyCanJudgeIsPutBackToo() throws Exception {
    Rig rig = rig("compaction");
    rig.cluster.faults().beforeEach(call -> rig.cluster.readable(RS1, local(rig).isEmpty()));

    List<Cycle> cycles = rig.cycles(loop(rig, rig.journal), UNTIL_SET);

    assertThat(outcomes(cycles)).singleElement().isInstanceOf(Outcome.Undone.class);
    assertThat(story(rig))
        .containsSubsequence("P NOT_JUDGED", "P is put back", "P-rest dropped", "U completed");
    assertThat(local(rig)).isEmpty();
    assertThat(options(rig)).isEmpty();
    rig.assertUnharmed();
  }

  @Test
  void aTableWhoseSettingsNoNodeTakesForItselfIsAlteredAtOnce() throws Exception {
    for (Rig rig : List.of(rig(), rig("bloomfilter"))) {
      rig.cycles(loop(rig, rig.journal), UNTIL_SET);

      assertThat(story(rig)).containsExactly("P begins", "P completed");
      assertThat(options(rig)).containsExactlyInAnyOrderEntriesOf(WANTED);
      assertThat(rig.cluster.faults().count(Call.ALTER_ON_NODE)).isZero();
    }
  }

  /** What an earlier plan has left there would be compared with itself. */
  @Test
  void aNodeThatHasSomethingForItselfAlreadyDoesNotGoFirst() throws Exception {
    Rig rig = rig("compaction");
    rig.cluster.alterOn(RS1, T, compaction("levelled"));

    rig.cycles(loop(rig, rig.journal), UNTIL_SET);

    assertThat(planned(rig).get(0).plan().steps())
        .flatExtracting(step -> step.reconfigures().stream().toList())
        .containsExactly(RS2);
    assertThat(local(rig)).isEmpty();
    assertThat(options(rig)).containsExactlyInAnyOrderEntriesOf(WANTED);
  }

  @Test
  void whoStopsTheWatchLeavesTheNodeToPeople() throws Exception {
    Rig rig = rig("compaction");
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.SAMPLE && !local(rig).isEmpty()) {
                rig.stop.request();
              }
            });
    try (ControlLoop stopped = loop(rig, rig.journal)) {
      rig.cycles(stopped, UNTIL_SET);
    }
    rig.stop.clear();
    rig.cluster.faults().beforeEach(call -> {});

    assertThat(story(rig))
        .containsExactly("P begins", "P completed", "P-rest dropped", "P stopped");
    assertThat(local(rig)).containsOnlyKeys(RS1);

    Actuator actuator = rig.actuator(rig.journal);
    try (var claim = rig.claim()) {
      actuator
          .undo()
          .begin(
              rig.log.now().newestFirst().findFirst().orElseThrow(),
              "anna",
              Sentence.of("it is slow"));
      actuator.undo().goOn(claim);
    }

    assertThat(local(rig)).isEmpty();
    assertThat(options(rig)).isEmpty();
  }

  @Test
  void aNodeGoesByTheTableAgainIfTheStoreDoesNotAlterIt() throws Exception {
    Rig rig = rig("compaction");
    rig.cluster.faults().refuseNext(Call.ALTER, Integer.MAX_VALUE);

    List<Cycle> cycles = rig.cycles(loop(rig, rig.journal), UNTIL_SET);

    assertThat(outcomes(cycles)).singleElement().isInstanceOf(Outcome.Undone.class);
    assertThat(story(rig))
        .containsSubsequence(
            "P NOT_WORSE", "P-rest abandoned", "P-rest is put back", "U completed");
    assertThat(local(rig)).isEmpty();
    assertThat(options(rig)).isEmpty();
  }

  // killed at any moment

  private static boolean killed(Rig rig, int calls, Consumer<Call> effect) {
    Mortality mortality = new Mortality(calls);
    boolean struck =
        rig.killed(
            mortality,
            () -> {
              rig.cluster
                  .faults()
                  .beforeEach(
                      call -> {
                        mortality.call();
                        effect.accept(call);
                      });
              rig.cycles(loop(rig, mortality.journal(rig.journal)), UNTIL_SET);
            });
    rig.cluster.faults().beforeEach(effect);
    return struck;
  }

  @Test
  void killedAnywhereTheNextOneWatchesTheNodeAndAltersTheTable() throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls += STRIDE) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig("compaction");
      struck = killed(rig, calls, call -> {});

      rig.cycles(loop(rig, rig.journal), UNTIL_SET);

      String as = "killed at call " + calls;
      assertThat(options(rig)).as(as).containsExactlyInAnyOrderEntriesOf(WANTED);
      assertThat(local(rig)).as(as).isEmpty();
      assertThat(story(rig))
          .as(as)
          .containsSubsequence("P NOT_WORSE", "P-rest begins", "P-rest completed");
      rig.assertUnharmed();
    }
  }

  @Test
  void killedAnywhereWhatIsWorseIsPutBackAllTheSame() throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls += STRIDE) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig("compaction");
      struck = killed(rig, calls, harm(rig));

      rig.cycles(loop(rig, rig.journal), UNTIL_SET);

      String as = "killed at call " + calls;
      assertThat(local(rig)).as(as).isEmpty();
      assertThat(options(rig)).as(as).isEmpty();
      assertThat(rig.cluster.faults().count(Call.ALTER)).as(as).isZero();
      assertThat(rig.journal.memory().undone()).as(as).isNotNull();
      rig.assertUnharmed();
    }
  }

  @Test
  void whoComesBackLongAfterwardsPutsTheNodeBack() throws Exception {
    Rig rig = rig("compaction");
    killed(
        rig,
        Integer.MAX_VALUE,
        call -> {
          if (call == Call.SAMPLE && !local(rig).isEmpty()) {
            throw new Mortality.Killed();
          }
        });
    rig.cluster.faults().beforeEach(call -> {});
    assertThat(local(rig)).containsOnlyKeys(RS1);
    rig.clock.advance(Duration.ofHours(3));

    List<Cycle> cycles = rig.cycles(loop(rig, rig.journal), 1);

    assertThat(cycles.get(0).recovered()).isNotEmpty();
    assertThat(story(rig))
        .containsSubsequence("P completed", "P is put back", "P-rest dropped", "U completed");
    assertThat(local(rig)).isEmpty();
    assertThat(options(rig)).isEmpty();
    rig.assertUnharmed();
  }
}
