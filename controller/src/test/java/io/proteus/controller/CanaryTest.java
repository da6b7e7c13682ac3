package io.proteus.controller;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.history.Smoothing;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.RestartNode;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One node gets its new settings first; how it serves then decides about the others. */
class CanaryTest {
  private static final int MOST_CALLS = 10_000;

  /** From kill to kill: hundreds of whole runs would take minutes. */
  private static final int STRIDE = 3;

  private static final int LONG_STRIDE = 7;
  private static final Duration PERIOD = Duration.ofSeconds(30);
  private static final Duration WATCHED = Duration.ofMinutes(3);
  private static final Duration SETTLE = Rig.VERIFICATION.settle();
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "the shop is slow");
  private static final RequestRates READS = new RequestRates(100, 0, 0);
  private static final RequestRates WRITES = new RequestRates(0, 0, 100);

  private static final ExecutionSettings LIMITS =
      new ExecutionSettings(
          2, 1, Duration.ofMinutes(2), Duration.ofMillis(200), Duration.ofMinutes(2), 3, WATCHED);

  /** Three nodes of readers and writers, too busy, that take new splits online or by a restart. */
  private static Rig rig(boolean byRestart) {
    return new Rig(
        clock -> {
          ClusterBuilder described = cluster().clock(clock).pace(Pace.everythingTakes(1));
          for (String node : List.of("rs1", "rs2", "rs3")) {
            described.node(node).cpu(0.7);
            if (byRestart) {
              described.byRestartOnly();
            }
            described.holding("t1", 2, READS).holding("t2", 2, WRITES);
          }
          return described;
        });
  }

  /** What becomes of the nodes that have new splits. */
  private static class Effect {
    private final Rig rig;
    private final Map<PartitionId, RequestRates> asked;
    private final Map<NodeId, MemorySplit> before = new HashMap<>();
    private final Map<NodeId, Instant> changed = new TreeMap<>();

    Effect(Rig rig) {
      this.rig = rig;
      this.asked = rig.cluster.rates();
      rig.cluster.peek().nodes().forEach(node -> before.put(node.id(), splitOf(node)));
      rig.cluster.faults().beforeEach(this::call);
    }

    private static MemorySplit splitOf(Node node) {
      return Objects.requireNonNull(node.memory());
    }

    /** Share of what is asked of a node that it serves, so long after it got its new split. */
    double served(Duration since) {
      return 1;
    }

    /** A node has its new split, since just now. */
    void onChange(NodeId node) {}

    /** Before each sample while at least one node has its new split. */
    void onSample(NodeId first, Duration since) {}

    int changed() {
      look();
      return changed.size();
    }

    private void look() {
      for (Node node : rig.cluster.peek().nodes()) {
        if (splitOf(node).isAbout(Objects.requireNonNull(before.get(node.id())))) {
          changed.remove(node.id());
        } else if (changed.putIfAbsent(node.id(), rig.clock.instant()) == null) {
          onChange(node.id());
        }
      }
    }

    void call(Call call) {
      if (call != Call.SAMPLE) {
        return;
      }
      look();
      if (changed.size() == 1) {
        NodeId first = changed.keySet().iterator().next();
        onSample(first, since(first));
      }
      rig.cluster
          .peek()
          .partitions()
          .forEach(
              partition -> {
                NodeId node = partition.node();
                double share = node == null || !changed.containsKey(node) ? 1 : served(since(node));
                RequestRates rates = Objects.requireNonNull(asked.get(partition.id()));
                rig.cluster.rate(partition.id(), RequestRates.NONE.blend(1 - share, rates));
              });
    }

    private Duration since(NodeId node) {
      return Duration.between(Objects.requireNonNull(changed.get(node)), rig.clock.instant());
    }
  }

  /** Nodes with new splits serve half of what they did. */
  private static final class Harm extends Effect {
    Harm(Rig rig) {
      super(rig);
    }

    @Override
    double served(Duration since) {
      return 0.5;
    }
  }

  private static ControlLoop loop(Rig rig, Journal journal) {
    return loop(rig, journal, Progress.UNSEEN, rig.stop, Consent.ALWAYS);
  }

  private static ControlLoop loop(
      Rig rig, Journal journal, Progress progress, StopSignal stop, Consent consent) {
    Monitor monitor =
        new Monitor(
            rig.cluster.ports(),
            rig.cluster.hosts(),
            new MonitorSettings(PERIOD, 6, new Smoothing(0.5)),
            rig.time);
    Balancer balancer = rig.balancer(journal);
    try {
      return ControlLoop.acting(
          monitor,
          Rig.MET,
          rig.time,
          PERIOD,
          Actuator.on(
              rig.cluster.ports(),
              monitor,
              Rig.MET,
              balancer,
              new ActionLog(journal),
              rig.time,
              new Actuator.ExecutionOptions(LIMITS, Rig.VERIFICATION, progress, stop)),
          Claims.first(rig.cluster, "the loop"),
          consent);
    } catch (PortException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Cycle> cycles(Rig rig, ControlLoop loop, int count) {
    List<Cycle> cycles = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        cycles.add(loop.cycle());
        rig.clock.advance(PERIOD);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return cycles;
  }

  /** The cycle in which it acts: the first that has enough samples. */
  private static Cycle acted(Rig rig, ControlLoop loop) {
    Cycle last = cycles(rig, loop, 7).get(6);
    assertThat(last.outcome()).as("%s", last.decision().verdict().reasons()).isPresent();
    return last;
  }

  private static Plan planOf(Cycle acted) {
    return acted.decision().plan().orElseThrow();
  }

  private static List<JournalEvent> events(Rig rig, String... kinds) throws JournalException {
    List<JournalEvent> events =
        new ArrayList<>(
            rig.journal.before(Long.MAX_VALUE, 1000, List.of(kinds)).stream()
                .map(JournalEntry::event)
                .toList());
    Collections.reverse(events);
    return events;
  }

  /** What the journal tells of plans, in short; the plan is P and an undo of it U. */
  private static List<String> story(Rig rig, Plan plan) throws JournalException {
    List<String> told = new ArrayList<>();
    for (JournalEvent event :
        events(rig, "planned", "plan-ended", "verified", "undo-began", "undo-ended")) {
      String id = event.planId().orElseThrow().replace(plan.id(), "P").replaceAll("undo-.*", "U");
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
      told.add(id + " " + what);
    }
    return told;
  }

  private static Verified verified(Rig rig) throws JournalException {
    return (Verified) events(rig, "verified").get(0);
  }

  @Test
  void theOthersFollowANodeThatServesAsWellAsBefore() throws Exception {
    Rig rig = rig(false);
    Effect effect = new Effect(rig);

    Cycle acted = acted(rig, loop(rig, rig.journal));

    Plan whole = planOf(acted);
    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(story(rig, whole))
        .containsExactly(
            "P begins", "P completed", "P NOT_WORSE", "P-rest begins", "P-rest completed");
    assertThat(verified(rig).before()).isEqualTo(6);
    assertThat(verified(rig).after()).isEqualTo(6);
    assertThat(effect.changed()).isGreaterThan(1);
    rig.assertReached(whole);
    rig.assertUnharmed();
  }

  @Test
  void aNodeThatServesWorseIsPutBackAndTheOthersAreNeverTouched() throws Exception {
    Rig rig = rig(false);
    Rig.Picture before = rig.picture();
    Effect harm = new Harm(rig);
    ControlLoop loop = loop(rig, rig.journal);

    Cycle acted = acted(rig, loop);

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Undone.class);
    assertThat(story(rig, planOf(acted)))
        .containsExactly(
            "P begins",
            "P completed",
            "P MADE_WORSE",
            "P is put back",
            "P-rest dropped",
            "U begins",
            "U completed",
            "P put back: completed");
    assertThat(verified(rig).result().sentence())
        .asString()
        .contains("median 400 op/s before and 200 after (-50 %)");
    assertThat(rig.picture()).isEqualTo(before);
    assertThat(harm.changed()).isZero();
    assertThat(rig.cluster.faults().count(Call.SET_MEMORY_SPLIT)).isEqualTo(2);
    assertThat(Objects.requireNonNull(rig.journal.memory().undone()).plan())
        .isEqualTo(planOf(acted).id());
    rig.assertUnharmed();

    List<Cycle> after = cycles(rig, loop, 30);
    assertThat(after).allMatch(cycle -> cycle.outcome().isEmpty());
    assertThat(after)
        .extracting(cycle -> cycle.decision().verdict().reasons().get(0).code())
        .contains(ReasonCode.COOLDOWN)
        .endsWith(ReasonCode.AFTER_UNDO);
  }

  @Test
  void aNodeThatRestartsGoesFirstWithItsDrainingAndFilling() throws Exception {
    Rig rig = rig(true);
    Effect effect = new Effect(rig);

    Cycle acted = acted(rig, loop(rig, rig.journal));

    Plan whole = planOf(acted);
    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    Planned first = (Planned) events(rig, "planned").get(0);
    assertThat(first.plan().steps()).filteredOn(step -> step instanceof RestartNode).hasSize(1);
    assertThat(first.plan().steps()).hasSizeGreaterThan(1);
    assertThat(story(rig, whole)).contains("P NOT_WORSE").endsWith("P-rest completed");
    assertThat(effect.changed()).isGreaterThan(1);
    rig.assertReached(whole);
    rig.assertUnharmed();
  }

  @Test
  void aRestartedNodeThatServesWorseIsPutBack() throws Exception {
    Rig rig = rig(true);
    Rig.Picture before = rig.picture();
    Effect harm = new Harm(rig);

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Undone.class);
    assertThat(story(rig, planOf(acted)))
        .contains("P MADE_WORSE", "P-rest dropped", "P put back: completed")
        .doesNotContain("P-rest begins");
    assertThat(rig.picture()).isEqualTo(before);
    assertThat(harm.changed()).isZero();
    rig.assertUnharmed();
  }

  /** What a node loses until its cache is warm again is not its new settings' fault. */
  @Test
  void aNodeMaySettleBeforeItIsCompared() throws Exception {
    Rig rig = rig(false);
    Effect cold =
        new Effect(rig) {
          @Override
          double served(Duration since) {
            return since.compareTo(SETTLE) < 0 ? 0.3 : 1;
          }
        };

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(verified(rig).result().code()).isEqualTo(ReasonCode.NOT_WORSE);
    assertThat(cold.changed()).isGreaterThan(1);
  }

  @Test
  void ofANodeThatTellsNothingNothingIsConcluded() throws Exception {
    Rig rig = rig(false);
    Effect silent =
        new Effect(rig) {
          @Override
          void onChange(NodeId node) {
            rig.cluster.readable(node, false);
          }
        };
    Instant began = rig.clock.instant();

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(acted.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Outcome.Abandoned.class,
            abandoned -> {
              assertThat(abandoned.cause()).isEqualTo(Cause.NOT_JUDGED);
              assertThat(abandoned.sentence()).asString().contains("0 after it are of use");
            });
    assertThat(Duration.between(began, rig.clock.instant()))
        .isGreaterThan(SETTLE.plus(WATCHED.multipliedBy(CanaryTrial.LONGEST)));
    assertThat(story(rig, planOf(acted)))
        .containsExactly("P begins", "P completed", "P NOT_JUDGED", "P-rest dropped");
    assertThat(silent.changed()).isEqualTo(1);
    rig.assertUnharmed();
  }

  @Test
  void aNodeThatTellsNothingForAWhileIsWatchedForLonger() throws Exception {
    Rig rig = rig(false);
    Effect silent =
        new Effect(rig) {
          @Override
          void onSample(NodeId first, Duration since) {
            rig.cluster.readable(first, since.compareTo(SETTLE.plus(WATCHED)) > 0);
          }
        };

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(story(rig, planOf(acted))).contains("P NOT_WORSE").endsWith("P-rest completed");
    assertThat(silent.changed()).isGreaterThan(1);
  }

  @Test
  void samplesThatFailAreMissingAndNothingElse() throws Exception {
    Rig rig = rig(false);
    List<Integer> refused = new ArrayList<>();
    new Effect(rig) {
      @Override
      void onSample(NodeId first, Duration since) {
        if (since.compareTo(SETTLE) > 0 && refused.size() < 3) {
          refused.add(1);
          rig.cluster.faults().refuseNext(Call.SAMPLE, 1);
        }
      }
    };

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(refused).hasSize(3);
    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(verified(rig).result().code()).isEqualTo(ReasonCode.NOT_WORSE);
  }

  @Test
  void aNodeThatDiesOfItsNewSettingsIsWorse() throws Exception {
    Rig rig = rig(true);
    Rig.Picture before = rig.picture();
    List<NodeId> died = new ArrayList<>();
    new Effect(rig) {
      @Override
      void onSample(NodeId first, Duration since) {
        if (died.isEmpty() && since.compareTo(SETTLE) > 0) {
          died.add(first);
          rig.cluster.kill(first, 1_000_000);
        }
      }
    };

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(died).hasSize(1);
    assertThat(verified(rig).result().code()).isEqualTo(ReasonCode.MADE_WORSE);
    assertThat(verified(rig).result().sentence()).asString().startsWith(died.get(0) + " died");
    assertThat(story(rig, planOf(acted))).contains("P-rest dropped", "P put back: completed");
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
  }

  /** A supervisor starts again what crashes, before the next sample. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNodeThatDiesAndIsStartedAgainAtOnceIsWorse(boolean byRestart) throws Exception {
    Rig rig = rig(byRestart);
    Rig.Picture before = rig.picture();
    List<NodeId> died = new ArrayList<>();
    Effect crashing =
        new Effect(rig) {
          @Override
          void onSample(NodeId first, Duration since) {
            if (died.isEmpty() && since.compareTo(SETTLE.dividedBy(2)) > 0) {
              died.add(first);
              rig.cluster.kill(first, 0);
            }
          }
        };

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(died).hasSize(1);
    assertThat(verified(rig).result().code()).isEqualTo(ReasonCode.MADE_WORSE);
    assertThat(verified(rig).result().sentence())
        .asString()
        .startsWith(died.get(0) + " died or was stopped, and was started again");
    assertThat(story(rig, planOf(acted)))
        .contains("P-rest dropped", "P put back: completed")
        .doesNotContain("P-rest begins");
    assertThat(rig.picture()).isEqualTo(before);
    assertThat(crashing.changed()).isZero();
    rig.assertUnharmed();
  }

  /** As one does that has no room for its new cache. */
  @Test
  void aNodeThatDiesBeforeTheFirstLookAtItIsWorse() throws Exception {
    Rig rig = rig(false);
    Rig.Picture before = rig.picture();
    List<NodeId> died = new ArrayList<>();
    Effect crashing =
        new Effect(rig) {
          @Override
          void onChange(NodeId node) {
            if (died.isEmpty()) {
              died.add(node);
              rig.cluster.kill(node, 0);
            }
          }
        };

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(died).hasSize(1);
    assertThat(verified(rig).result().code()).isEqualTo(ReasonCode.MADE_WORSE);
    assertThat(verified(rig).result().sentence())
        .asString()
        .startsWith(died.get(0) + " died or was stopped, and was started again");
    assertThat(story(rig, planOf(acted))).contains("P-rest dropped", "P put back: completed");
    assertThat(rig.picture()).isEqualTo(before);
    assertThat(crashing.changed()).isZero();
    rig.assertUnharmed();
  }

  /** Nodes that tell how fast they answer: one that serves less, no slower, is asked for less. */
  @Test
  void ofANodeThatHoldsLessThanBeforeNothingIsConcluded() throws Exception {
    Rig rig = rig(false);
    rig.cluster.peek().nodes().forEach(node -> rig.cluster.latencyMs(node.id(), 2));
    List<PartitionId> gone = new ArrayList<>();
    Effect effect =
        new Effect(rig) {
          @Override
          void onSample(NodeId first, Duration since) {
            if (gone.isEmpty()) {
              Partition taken =
                  rig.cluster.peek().partitions().stream()
                      .filter(partition -> first.equals(partition.node()))
                      .findFirst()
                      .orElseThrow();
              gone.add(taken.id());
              NodeId other = new NodeId(first.value().equals("rs1") ? "rs2" : "rs1");
              rig.cluster.reassign(taken.id(), other);
            }
          }
        };

    Cycle acted = acted(rig, loop(rig, rig.journal));

    assertThat(gone).hasSize(1);
    assertThat(acted.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Outcome.Abandoned.class,
            abandoned -> {
              assertThat(abandoned.cause()).isEqualTo(Cause.NOT_JUDGED);
              assertThat(abandoned.sentence())
                  .asString()
                  .contains("it held 4 partitions before and 3 since");
            });
    assertThat(story(rig, planOf(acted)))
        .containsExactly("P begins", "P completed", "P NOT_JUDGED", "P-rest dropped");
    assertThat(effect.changed()).isEqualTo(1);
    rig.assertUnharmed();
  }

  @Test
  void anOperatorWhoStopsTheWatchEndsThePlan() throws Exception {
    Rig rig = rig(false);
    Effect effect =
        new Effect(rig) {
          @Override
          void onSample(NodeId first, Duration since) {
            rig.stop.request();
          }
        };

    ControlLoop stopped = loop(rig, rig.journal);
    Cycle acted = acted(rig, stopped);
    stopped.close();
    rig.stop.clear();
    rig.cluster.faults().beforeEach(call -> {});

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Stopped.class);
    assertThat(story(rig, planOf(acted)))
        .containsExactly("P begins", "P completed", "P-rest dropped", "P stopped");
    assertThat(rig.log.of(planOf(acted).id()).orElseThrow().wasStopped())
        .as("so that it is for people to undo")
        .isTrue();
    assertThat(cycles(rig, loop(rig, rig.journal), 3))
        .allMatch(cycle -> cycle.recovered().isEmpty() && cycle.outcome().isEmpty());
    assertThat(effect.changed()).isEqualTo(1);
    rig.assertUnharmed();
  }

  private static Approvals approvals(Rig rig, StopSignal planStop) throws JournalException {
    return Approvals.begin(
        rig.log,
        rig.time,
        new ApprovalSettings(ApprovalMode.AUTOMATIC, Duration.ofHours(1), Duration.ofMinutes(30)),
        planStop);
  }

  /** The first part is over with that step, and nothing of the plan is left to be stopped. */
  @Test
  void whoeverStopsTheOnlyStepOfTheFirstNodeStopsTheOthersToo() throws Exception {
    Rig rig = rig(false);
    StopSignal planStop = rig.stop.narrower();
    Approvals approvals = approvals(rig, planStop);
    Effect effect =
        new Effect(rig) {
          @Override
          void call(Call call) {
            super.call(call);
            if (call == Call.SET_MEMORY_SPLIT && approvals.status().paused() == null) {
              try {
                approvals.stop(Objects.requireNonNull(approvals.status().running()), ANNA);
              } catch (NotPossible | JournalException e) {
                throw new AssertionError(e);
              }
            }
          }
        };

    Cycle acted = acted(rig, loop(rig, rig.journal, approvals, planStop, approvals));

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Stopped.class);
    assertThat(story(rig, planOf(acted)))
        .containsExactly("P begins", "P completed", "P-rest dropped", "P stopped");
    assertThat(effect.changed()).isEqualTo(1);
    assertThat(approvals.status().paused()).isEqualTo(ANNA);
    assertThat(approvals.status().running()).isNull();
    assertThat(planStop.isRequested()).as("the next plan may run").isFalse();
    rig.assertUnharmed();
  }

  /** The next one does not watch it anew. */
  @Test
  void whoeverStopsTheWatchStopsTheOthersThoughProteusIsKilled() throws Exception {
    Rig rig = rig(false);
    StopSignal planStop = rig.stop.narrower();
    Approvals approvals = approvals(rig, planStop);
    Effect effect =
        new Effect(rig) {
          @Override
          void onSample(NodeId first, Duration since) {
            if (approvals.status().paused() == null) {
              try {
                approvals.stop(Objects.requireNonNull(approvals.status().running()), ANNA);
              } catch (NotPossible | JournalException e) {
                throw new AssertionError(e);
              }
              throw new Mortality.Killed();
            }
          }
        };
    ControlLoop killed = loop(rig, rig.journal, approvals, planStop, approvals);
    assertThatThrownBy(() -> cycles(rig, killed, 7)).isInstanceOf(Mortality.Killed.class);
    rig.cluster.expireClaim();
    planStop.clear();

    Approvals again = approvals(rig, planStop);
    List<Cycle> next = cycles(rig, loop(rig, rig.journal, again, planStop, again), 3);

    assertThat(next.get(0).recovered())
        .anyMatch(line -> line.toString().contains("had stopped it"));
    assertThat(story(rig, rig.latestPlan().orElseThrow().plan()))
        .containsExactly("P begins", "P completed", "P-rest dropped");
    assertThat(effect.changed()).isEqualTo(1);
    rig.assertUnharmed();
  }

  @Test
  void anOperatorMayPutBackWhatIsWatched() throws Exception {
    Rig rig = rig(false);
    Rig.Picture before = rig.picture();
    StopSignal planStop = rig.stop.narrower();
    Approvals approvals = approvals(rig, planStop);
    new Effect(rig) {
      @Override
      void onSample(NodeId first, Duration since) {
        if (approvals.status().paused() == null) {
          try {
            approvals.putBack(Objects.requireNonNull(approvals.status().running()), ANNA);
          } catch (NotPossible | JournalException e) {
            throw new AssertionError(e);
          }
        }
      }
    };

    Cycle acted = acted(rig, loop(rig, rig.journal, approvals, planStop, approvals));

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Undone.class);
    assertThat(story(rig, planOf(acted)))
        .contains("P is put back", "P-rest dropped")
        .endsWith("P put back: completed");
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
  }

  // killed at any moment

  /** The loop is killed at its k-th call; whether it was. */
  private static boolean killed(Rig rig, Effect effect, Mortality mortality) {
    boolean struck =
        rig.killed(
            mortality,
            () -> {
              rig.cluster
                  .faults()
                  .beforeEach(
                      call -> {
                        mortality.call();
                        effect.call(call);
                      });
              cycles(rig, loop(rig, mortality.journal(rig.journal)), 8);
            });
    rig.cluster.faults().beforeEach(effect::call);
    return struck;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void killedAnywhereTheNextOneWatchesAndGoesOn(boolean byRestart) throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls += byRestart ? LONG_STRIDE : STRIDE) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig(byRestart);
      Effect effect = new Effect(rig);
      struck = killed(rig, effect, new Mortality(calls));

      cycles(rig, loop(rig, rig.journal), 9);

      try {
        rig.assertUnharmed();
        assertThat(effect.changed()).isGreaterThan(1);
        Planned rest = followed(rig).orElseThrow();
        rig.assertReached(rest.plan());
        assertThat(events(rig, "verified"))
            .anyMatch(
                event ->
                    event instanceof Verified found
                        && found.plan().equals(rest.continues())
                        && found.result().code() == ReasonCode.NOT_WORSE);
      } catch (AssertionError e) {
        throw new AssertionError("killed at call " + calls + ": " + e.getMessage(), e);
      }
    }
  }

  private static Optional<Planned> followed(Rig rig) throws JournalException {
    return events(rig, "planned").stream()
        .map(Planned.class::cast)
        .filter(planned -> planned.continues() != null)
        .findFirst();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void killedAnywhereWhatIsWorseIsPutBackAllTheSame(boolean byRestart) throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls += byRestart ? LONG_STRIDE : STRIDE) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig(byRestart);
      Rig.Picture before = rig.picture();
      Effect harm = new Harm(rig);
      struck = killed(rig, harm, new Mortality(calls));

      cycles(rig, loop(rig, rig.journal), 9);

      try {
        rig.assertUnharmed();
        assertThat(rig.picture()).isEqualTo(before);
        assertThat(followed(rig)).as("the rest").isEmpty();
        assertThat(rig.journal.memory().undone()).isNotNull();
      } catch (AssertionError e) {
        throw new AssertionError("killed at call " + calls + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  void whoComesBackLongAfterwardsDecidesAnew() throws Exception {
    Rig rig = rig(false);
    Effect dying =
        new Effect(rig) {
          @Override
          void onSample(NodeId first, Duration since) {
            throw new Mortality.Killed();
          }
        };
    killed(rig, dying, new Mortality(Integer.MAX_VALUE));
    rig.cluster.faults().beforeEach(call -> {});
    Plan first = ((Planned) events(rig, "planned").get(0)).plan();
    rig.clock.advance(Duration.ofHours(3));

    List<Cycle> cycles = cycles(rig, loop(rig, rig.journal), 1);

    assertThat(cycles.get(0).recovered())
        .singleElement()
        .asString()
        .contains("what it led to is not looked at any more");
    assertThat(story(rig, first)).containsExactly("P begins", "P completed", "P-rest dropped");
    rig.assertUnharmed();
  }
}
