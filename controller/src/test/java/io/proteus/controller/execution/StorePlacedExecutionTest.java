package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.undo.UndoPlanner;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Machines;
import io.proteus.core.port.NeedsCure;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Store;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.step.LeaveCluster;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.ring.RingEngine;
import io.proteus.testkit.ring.ShardEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans for stores whose nodes are emptied by the store, or need not be emptied. */
class StorePlacedExecutionTest {
  private static final NodeId LEAVER = new NodeId("ring-4");
  private static final ByteSize SIZE = ByteSize.ofMegabytes(64);

  private final ManualClock clock = ManualClock.start();
  private final RingEngine ring = RingEngine.restart(clock);
  private final SqliteJournal journal = SqliteJournal.inMemory();

  /** Thrown where a process is killed. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Passes so many times as fast, and has something happen whenever time has passed. */
  private Time passing(int times, Runnable then) {
    return new Time() {
      @Override
      public Instant now() {
        return clock.instant();
      }

      @Override
      public void sleep(Duration length) {
        clock.advance(length.multipliedBy(times));
        then.run();
      }
    };
  }

  private Time timeUntil(Instant end) {
    return passing(
        1,
        () -> {
          if (clock.instant().isAfter(end)) {
            throw new Killed();
          }
        });
  }

  private <E extends Store & Claiming> PlanExecutor executor(E engine, Instant end) {
    return executor(new Ports(engine, Facets.of(engine), engine), end);
  }

  private PlanExecutor executor(Ports ports, Instant end) {
    return executor(ports, timeUntil(end), new StopSignal());
  }

  private PlanExecutor executor(Ports ports, Time time, StopSignal stop) {
    return new PlanExecutor(
        ports,
        new Balancer(ports, journal, time),
        new ActionLog(journal),
        time,
        Rig.LIMITS,
        Progress.UNSEEN,
        stop,
        CostModel.assumed());
  }

  private <E extends Store & Claiming> Outcome carryOut(E engine, Step... steps)
      throws PortException {
    try (Claim claim = engine.claim("the test")) {
      return executor(engine, Instant.MAX).carryOut(plan(steps), null, claim);
    }
  }

  private static Plan plan(Step... steps) {
    return new Plan(
        "p",
        1,
        Layout.of(List.of(), List.of(LEAVER), Map.of()),
        List.of(steps),
        Price.of(List.of(steps)),
        List.of(ReasonCode.ASKED_FOR.says("by the test")));
  }

  private static Step[] leaving(NodeId node) {
    return new Step[] {
      new LeaveCluster(node, SIZE), new RemoveNode(node, true), new ForgetNode(node)
    };
  }

  @Test
  void aNodeLeavesByTheStoreAndThenItsMachineEnds() throws Exception {
    assertThat(carryOut(ring, leaving(LEAVER))).isEqualTo(new Outcome.Completed(2));

    assertLeft();
  }

  /** Carries a plan out, and has something happen a minute after it began. */
  private Outcome carryOutAround(Runnable event, Step... steps) throws Exception {
    Instant then = clock.instant().plus(Duration.ofMinutes(1));
    AtomicBoolean happened = new AtomicBoolean();
    Runnable once =
        () -> {
          if (clock.instant().isAfter(then) && happened.compareAndSet(false, true)) {
            event.run();
          }
        };
    return carryOut(passing(1, once), new StopSignal(), steps);
  }

  private Outcome carryOut(Time time, StopSignal stop, Step... steps) throws PortException {
    try (Claim claim = ring.claim("the test")) {
      return executor(new Ports(ring, Facets.of(ring), ring), time, stop)
          .carryOut(plan(steps), null, claim);
    }
  }

  /** As one is taken for dead whose collector stops it for a while. */
  @Test
  void aLeaverThatSeemsDeadForAMomentHasNotLeft() throws Exception {
    ring.movesFor(Duration.ofMinutes(10));
    Instant begun = clock.instant();

    Outcome outcome =
        carryOutAround(
            () -> {
              try {
                ring.restart(LEAVER, SettingsChange.setting(Map.of()));
              } catch (PortException e) {
                throw new AssertionError(e);
              }
            },
            leaving(LEAVER));

    assertThat(outcome).isEqualTo(new Outcome.Completed(2));
    assertLeft();
    assertThat(Duration.between(begun, clock.instant())).isGreaterThan(Duration.ofMinutes(10));
  }

  @Test
  void theMachineOfALeaverThatDiesIsNotEnded() throws Exception {
    ring.movesFor(Duration.ofMinutes(10));
    Instant begun = clock.instant();

    Outcome outcome = carryOutAround(() -> ring.kill(LEAVER), leaving(LEAVER));

    assertThat(((Outcome.Abandoned) outcome).cause()).isEqualTo(Cause.TIMED_OUT);
    assertThat(outcome.sentence().toString()).contains("have ring-4 leave");
    assertThat(ring.machines()).containsKey(LEAVER);
    assertThat(Duration.between(begun, clock.instant())).isLessThan(Duration.ofHours(2));
  }

  /** Looks every half a minute, and stops the plan at a time. */
  private Outcome carryOutInHaste(Instant stopped, Step... steps) throws Exception {
    StopSignal stop = new StopSignal();
    Runnable stopping =
        () -> {
          if (clock.instant().isAfter(stopped)) {
            stop.request();
          }
        };
    return carryOut(passing(30, stopping), stop, steps);
  }

  @Test
  void whatTheStoreTakesHoursForIsWaitedForWhileItIsAtWork() throws Exception {
    ring.movesFor(Duration.ofHours(3));

    assertThat(carryOutInHaste(Instant.MAX, leaving(LEAVER))).isEqualTo(new Outcome.Completed(2));

    assertLeft();
    assertThat(Duration.between(ManualClock.start().instant(), clock.instant()))
        .isBetween(Duration.ofHours(3), Duration.ofHours(4));
  }

  @Test
  void whatTheStoreDoesNotEndIsGivenUpAfterSixHours() throws Exception {
    ring.movesFor(Duration.ofHours(30));

    assertThat(carryOutInHaste(Instant.MAX, new LeaveCluster(LEAVER, SIZE)))
        .isInstanceOfSatisfying(
            Outcome.Abandoned.class,
            given -> {
              assertThat(given.cause()).isEqualTo(Cause.TIMED_OUT);
              assertThat(given.toString())
                  .contains("have ring-4 leave")
                  .containsPattern("was not done within 22[5-9]\\d\\d s");
            });
  }

  @Test
  void whoeverStopsAPlanIsNotKeptByWhatTheStoreTakesHoursFor() throws Exception {
    ring.movesFor(Duration.ofHours(3));
    Instant later = clock.instant().plus(Duration.ofHours(1));

    Outcome outcome = carryOutInHaste(later, new LeaveCluster(LEAVER, SIZE));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Stopped.class, stopped -> assertThat(stopped.toString()).contains("ring-4"));
    assertThat(Duration.between(later, clock.instant())).isLessThan(Duration.ofMinutes(1));
  }

  private void assertLeft() {
    Topology now = ring.topology();
    assertThat(now.nodes()).extracting(Node::id).hasSize(3).doesNotContain(LEAVER);
    assertThat(now.deadNodes()).isEmpty();
    assertThat(ring.machines()).hasSize(3).doesNotContainKey(LEAVER);
    assertThat(now.partitions()).allMatch(vnode -> vnode.replicas().size() == 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 29, 30, 31, 32})
  void killedAtAnyMomentTheNextOneGoesOn(int second) throws Exception {
    goesOn(plan(leaving(LEAVER)), second);

    assertLeft();
  }

  /** Killed then, it is taken up by the next one. */
  private void goesOn(Plan plan, int second) throws Exception {
    try (Claim claim = ring.claim("the first")) {
      executor(ring, clock.instant().plusSeconds(second)).carryOut(plan, null, claim);
    } catch (Killed e) {
      // as it was meant
    }
    List<PlanProgress> left =
        new ActionLog(journal).now().unfinished().stream().map(ActionPlan::progress).toList();
    if (!left.isEmpty()) {
      try (Claim claim = ring.claim("the second")) {
        assertThat(executor(ring, Instant.MAX).resume(left.get(0), claim))
            .isInstanceOf(Outcome.Completed.class);
      }
    }
  }

  @Test
  void whatTheStoreRefusesIsGivenUpAndNothingIsEnded() throws Exception {
    carryOut(ring, leaving(LEAVER));
    Outcome refused = carryOut(ring, leaving(new NodeId("ring-3")));

    assertThat(refused).isInstanceOf(Outcome.Abandoned.class);
    assertThat(((Outcome.Abandoned) refused).cause()).isEqualTo(Cause.REFUSED);
    assertThat(refused.sentence().toString()).contains("there are 3 copies of everything");
    assertThat(ring.machines()).hasSize(3);
  }

  @Test
  void newNodesJoinOneAfterTheOther() throws Exception {
    Instant begun = clock.instant();

    Outcome outcome =
        carryOut(
            ring,
            new AddNode(NodeId.planned(1), 5, null, true, null),
            new JoinCluster(5),
            new AddNode(NodeId.planned(2), 6, null, true, null),
            new JoinCluster(6));

    assertThat(outcome).isEqualTo(new Outcome.Completed(4));
    assertThat(ring.topology().nodes()).hasSize(6);
    assertThat(Duration.between(begun, clock.instant()))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(40));
  }

  /** A machine that is still booting is waited for; one that holds old data never changes. */
  @Test
  void aNodeThatNeedsACureBeforeItJoinsIsNotWaitedFor() throws Exception {
    Instant begun = clock.instant();
    Admission admission =
        node -> {
          throw new NeedsCure("%s has keys: empty its folder".formatted(node));
        };
    Facets facets = Facets.of(ring).and(Facets.of(admission));

    Outcome outcome;
    try (Claim claim = ring.claim("the test")) {
      outcome =
          executor(new Ports(ring, facets, ring), Instant.MAX)
              .carryOut(
                  plan(new AddNode(NodeId.planned(1), 5, null, true, null), new JoinCluster(5)),
                  null,
                  claim);
    }

    assertThat(((Outcome.Abandoned) outcome).cause()).isEqualTo(Cause.REFUSED);
    assertThat(outcome.sentence().toString()).endsWith("has keys: empty its folder");
    assertThat(Duration.between(begun, clock.instant())).isLessThan(Duration.ofMinutes(1));
  }

  /** As that of a node that was struck off while its machine ran on. */
  @Test
  void aMachineWhoseProcessIsDeadStandsInNoOthersWay() throws Exception {
    NodeId dead = new NodeId("a-dead-one");
    Map<NodeId, Instant> beside = Map.of(dead, clock.instant());
    Machines cloud =
        new Machines() {
          @Override
          public void launch(int total, Map<String, String> settings) throws PortException {
            ring.launch(total - 1, settings);
          }

          @Override
          public Map<NodeId, Instant> machines() throws PortException {
            Map<NodeId, Instant> all = new HashMap<>(ring.machines());
            all.putAll(beside);
            return all;
          }

          @Override
          public void terminate(NodeId node) throws PortException {
            ring.terminate(node);
          }
        };
    Ports ports = new Ports(ring, Facets.of(ring).and(Facets.of(cloud)), ring);

    Outcome outcome;
    try (Claim claim = ring.claim("the test")) {
      outcome =
          executor(ports, Instant.MAX)
              .carryOut(
                  plan(
                      new AddNode(NodeId.planned(1), 5, null, true, 0, Set.of(dead), null),
                      new JoinCluster(5)),
                  null,
                  claim);
    }

    assertThat(outcome).isEqualTo(new Outcome.Completed(2));
    assertThat(ring.topology().nodes()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 21, 25})
  void killedWhileANodeJoinsTheNextOneGoesOn(int second) throws Exception {
    Plan growth = plan(new AddNode(NodeId.planned(1), 5, null, true, null), new JoinCluster(5));
    goesOn(growth, second);

    assertThat(ring.topology().nodes()).hasSize(5);
    assertThat(ring.machines()).hasSize(5);
  }

  @Test
  void nodesRestartOneAfterTheOtherWithoutBeingEmptied() throws Exception {
    SettingsChange change = SettingsChange.setting(Map.of("cache", "1"));
    List<NodeId> before = ring.topology().nodes().stream().map(Node::id).toList();

    Outcome outcome =
        carryOut(
            ring,
            before.stream()
                .map(node -> new RestartNode(node, null, change))
                .toArray(RestartNode[]::new));

    assertThat(outcome).isEqualTo(new Outcome.Completed(4));
    assertThat(ring.topology().nodes())
        .allSatisfy(node -> assertThat(node.settings()).containsEntry("cache", "1"));
    assertThat(ring.topology().deadNodes()).isEmpty();
  }

  @Test
  void aRemovalIsUndoneByANodeInItsStead() throws Exception {
    Topology before = ring.topology();
    carryOut(ring, leaving(LEAVER));

    Plan undo =
        UndoPlanner.plan(
            "undo",
            new UndoPlanner.Action(
                "p", 1, List.of(new IssuedSteps(before, List.of(leaving(LEAVER)))), List.of()),
            ring.topology(),
            EnumSet.of(Capability.RESIZE, Capability.RESTART_NODE));

    assertThat(undo.steps())
        .extracting(Object::toString)
        .containsExactly("start a node, 4 in all", "have the new node join, 4 in all");
  }

  /** A primary with its followers is one node, whichever of them leads. */
  @Test
  void whatMovesTakesItsFollowersWithItAndAFailoverStopsNothing() throws Exception {
    ShardEngine shards = ShardEngine.restart(clock);
    NodeId one = new NodeId("shard-1");
    NodeId two = new NodeId("shard-2");
    shards.failOver(two);
    PartitionId range = new PartitionId("slots-0");

    Outcome moved = carryOut(shards, new MovePartition(range, new TableId("keys"), one, two, SIZE));
    Outcome restarted =
        carryOut(
            shards, new RestartNode(one, null, SettingsChange.setting(Map.of("maxmemory", "1gb"))));

    assertThat(moved).isEqualTo(new Outcome.Completed(1));
    assertThat(restarted).as("though it holds ranges").isEqualTo(new Outcome.Completed(1));
    assertThat(shards.topology().partition(range).orElseThrow().replicas())
        .extracting(Object::toString)
        .containsExactly(
            "Replica[node=shard-2, role=PRIMARY]", "Replica[node=shard-2/first, role=FOLLOWER]");
  }
}
