package io.proteus.engine.riak;

import static io.proteus.engine.riak.RiakUnderTest.FOUR;
import static io.proteus.engine.riak.RiakUnderTest.ONE;
import static io.proteus.engine.riak.RiakUnderTest.THREE;
import static io.proteus.engine.riak.RiakUnderTest.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Store;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.step.LeaveCluster;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole plans for a ring end well although Proteus is killed, or another node dies. */
class RiakPlansTest {
  private static final NodeId NEW = new NodeId(FOUR);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(40);
  private static final ExecutionSettings LIMITS =
      new ExecutionSettings(
          2, 1, Duration.ofMinutes(2), BETWEEN_LOOKS, Duration.ofMinutes(4), 3, Duration.ZERO);
  private static final Duration LAST_HAND_OFFS = Duration.ofMinutes(4);
  private static final Set<String> LOOKS =
      Set.of(
          "member-status", "ring-status", "transfers", "cluster partitions", "show transfer_limit");
  private static final Plan GROWTH =
      plan(new AddNode(NodeId.planned(1), 4, null, true, null), new JoinCluster(4));
  private static final Plan REMOVAL =
      plan(new LeaveCluster(NEW, ByteSize.ofMegabytes(64)), new RemoveNode(NEW, true));

  @TempDir private Path folder;
  private RiakUnderTest cluster;
  private RiakStore store;
  private SqliteJournal journal = SqliteJournal.inMemory();
  private int clusters;
  private Runnable meanwhile = () -> {};

  /** Thrown where a process is killed. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @BeforeEach
  void start() throws Exception {
    begin();
  }

  private void begin() throws Exception {
    cluster = new RiakUnderTest(folder.resolve("cluster-" + ++clusters));
    store = cluster.connect();
    journal = SqliteJournal.inMemory();
  }

  @AfterEach
  void stop() throws Exception {
    store.close();
    cluster.close();
  }

  private static Plan plan(Step... steps) {
    return new Plan(
        "p",
        1,
        Layout.of(List.of(), List.of(NEW), Map.of()),
        List.of(steps),
        Price.of(List.of(steps)),
        List.of(ReasonCode.ASKED_FOR.says("by the test")));
  }

  private final class Passing implements Time {
    @Override
    public Instant now() {
      return cluster.clock.instant();
    }

    @Override
    public void sleep(Duration length) {
      cluster.clock.advance(length);
      meanwhile.run();
    }
  }

  /** Whoever is not answered is dead: nothing that follows the lost answer is done. */
  private <T> T mortal(Class<T> kind, T port) {
    return kind.cast(
        Proxy.newProxyInstance(
            kind.getClassLoader(),
            new Class<?>[] {kind},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(port, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (cluster.riak.hasLostAnswers()) {
                  throw new Killed();
                }
              }
            }));
  }

  private PlanExecutor executor() {
    Ports real = cluster.ports(store);
    Ports ports =
        new Ports(
            mortal(Store.class, real.store()),
            real.facets()
                .wrapped(
                    new Facets.Wrapper() {
                      @Override
                      public <F extends Facet> F wrap(Class<F> kind, F facet) {
                        return mortal(kind, facet);
                      }
                    }),
            real.claiming());
    Time time = new Passing();
    return new PlanExecutor(
        ports,
        new Balancer(ports, journal, time),
        new ActionLog(journal),
        time,
        LIMITS,
        Progress.UNSEEN,
        new StopSignal(),
        RiakCosts.COSTS);
  }

  private Outcome carryOut(Plan plan) throws Exception {
    try (Claim claim = store.claims().claim("the test")) {
      return executor().carryOut(plan, null, claim);
    }
  }

  /**
   * Carries a plan out with an answer that is lost, and has another Proteus go on.
   *
   * @param answers that reach Proteus before
   * @param carriedOut whether the call has an effect whose answer is lost
   */
  private void goesOnAfter(Plan plan, int answers, boolean carriedOut) throws Exception {
    cluster.riak.loseAnswers(answers, carriedOut);
    try {
      carryOut(plan);
    } catch (Killed e) {
      // as it was meant
    }
    assertThat(cluster.riak.hasLostAnswers()).isTrue();
    cluster.riak.loseAnswers(Integer.MAX_VALUE, false);
    store.close();
    store = cluster.connect();
    List<PlanProgress> left =
        new ActionLog(journal).now().unfinished().stream().map(ActionPlan::progress).toList();
    try (Claim claim = store.claims().claim("the next one")) {
      PlanExecutor next = executor();
      Outcome outcome =
          left.isEmpty() ? next.carryOut(plan, null, claim) : next.resume(left.get(0), claim);
      assertThat(outcome)
          .as("after %d answers, carried out %s", answers, carriedOut)
          .isInstanceOf(Outcome.Completed.class);
    }
    cluster.clock.advance(LAST_HAND_OFFS);
  }

  /** The calls that a plan takes when nothing comes in between, from the first one. */
  private List<String> callsOf(Plan plan, boolean ofFour) throws Exception {
    beginAnew(ofFour);
    int before = cluster.riak.log().size();
    assertThat(carryOut(plan)).isEqualTo(new Outcome.Completed(2));
    List<String> calls = cluster.riak.log();
    return calls.subList(before, calls.size());
  }

  private void beginAnew(boolean ofFour) throws Exception {
    stop();
    begin();
    if (ofFour) {
      cluster.riak.haveFour();
    }
  }

  /**
   * Proteus dies at each call that changes something, before and after it had its effect, and at
   * each look; the commands of a look fail alike.
   */
  private void killedAtAnyCall(Plan plan, boolean ofFour, String stageThen, int machinesThen)
      throws Exception {
    List<String> calls = callsOf(plan, ofFour);
    for (int answers = 0; answers < calls.size(); answers++) {
      boolean looks = LOOKS.contains(calls.get(answers).split(" --")[0]);
      if (looks && !calls.get(answers).equals("member-status")) {
        continue;
      }
      for (boolean carriedOut : looks ? new boolean[] {false} : new boolean[] {false, true}) {
        beginAnew(ofFour);
        goesOnAfter(plan, answers, carriedOut);

        String where = "after %d answers of %s".formatted(answers, calls);
        assertThat(cluster.riak.stage()).as(where).isEqualTo(stageThen);
        assertThat(cluster.riak.machines()).as(where).hasSize(machinesThen);
        assertThat(cluster.riak.log())
            .as(where)
            .doesNotContain("cluster clear")
            .containsOnlyOnce("cluster commit");
      }
    }
  }

  @Test
  void killedAtAnyCallOfAGrowthTheNextOneGoesOn() throws Exception {
    killedAtAnyCall(GROWTH, false, "FOUR", 4);
  }

  @Test
  void killedAtAnyCallOfARemovalTheNextOneGoesOn() throws Exception {
    killedAtAnyCall(REMOVAL, true, "THREE", 3);
  }

  /** What a real cluster says to a join then was not recorded: the double refuses it. */
  @Test
  void aNodeThatDiesBeforeTheJoinIsMarkedAndTheGrowthSucceedsOnceItIsBack() throws Exception {
    meanwhile =
        () -> {
          if (cluster.riak.stage().equals("THREE")) {
            cluster.riak.kill(THREE);
          }
        };

    Outcome outcome = carryOut(GROWTH);

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(cluster.riak.log())
        .containsOnlyOnce("down " + THREE)
        .doesNotContain("cluster commit", "cluster clear", "terminate");
    meanwhile = () -> {};
    cluster.riak.restart(new NodeId(THREE), SettingsChange.setting(Map.of()));
    cluster.clock.advance(LAST_HAND_OFFS);
    assertThat(carryOut(GROWTH)).isInstanceOf(Outcome.Completed.class);
    cluster.clock.advance(LAST_HAND_OFFS);
    assertThat(cluster.riak.stage()).isEqualTo("FOUR");
    assertThat(cluster.riak.machines()).hasSize(4);
  }

  private static RestartNode restart(String node, String key, String value) {
    return new RestartNode(new NodeId(node), null, SettingsChange.setting(Map.of(key, value)));
  }

  private void beginAsking(Set<String> startKeys) throws Exception {
    stop();
    begin();
    store.close();
    store = cluster.connect(startKeys);
    cluster.riak.haveFour();
  }

  private List<String> restarts() {
    return cluster.riak.log().stream().filter(call -> call.startsWith("restart")).toList();
  }

  private Map<String, String> settings(String node) throws Exception {
    return store.topology().node(new NodeId(node)).orElseThrow().settings();
  }

  @Test
  void nodesAreRestartedWithOtherSettingsOneAfterTheOtherAndOnlyInASettledRing() throws Exception {
    String memory = "leveldb.maximum_memory";
    beginAsking(Set.of(memory));
    Topology before = store.topology();
    RestartNode first = restart(ONE, memory, "268435456");
    RestartNode second = restart(TWO, memory, "268435456");

    assertThat(carryOut(plan(first, second))).isEqualTo(new Outcome.Completed(2));

    assertThat(restarts())
        .containsExactly("restart " + ONE + " in FOUR", "restart " + TWO + " in FOUR");
    assertThat(settings(ONE)).containsEntry(memory, "268435456");
    assertThat(settings(TWO)).containsEntry(memory, "268435456");
    assertThat(settings(THREE)).containsEntry(memory, "134217728");
    Plan back = plan(second.inverse(before).orElseThrow(), first.inverse(before).orElseThrow());
    assertThat(carryOut(back)).isEqualTo(new Outcome.Completed(2));
    assertThat(settings(ONE)).containsEntry(memory, "134217728");
    assertThat(settings(TWO)).containsEntry(memory, "134217728");
  }

  /** That the limit does not outlive a restart was not recorded: the topology tells it, or not. */
  @Test
  void aRestartTellsWhatANodeHasThen() throws Exception {
    beginAsking(Set.of("anti_entropy"));
    new NodeOrders(store)
        .set(new NodeId(ONE), SettingsChange.setting(Map.of("transfer_limit", "2")));
    assertThat(settings(ONE)).containsEntry("transfer_limit", "2");

    Outcome outcome = carryOut(plan(restart(ONE, "anti_entropy", "passive")));

    assertThat(outcome).isEqualTo(new Outcome.Completed(1));
    assertThat(settings(ONE))
        .containsEntry("anti_entropy", "passive")
        .containsEntry("transfer_limit", "8");
  }

  @Test
  void noNodeIsRestartedWhileAnotherIsDeadOrHandsOff() throws Exception {
    beginAsking(Set.of("anti_entropy"));
    RiakOrders orders = new RiakOrders(store, cluster.settings);
    cluster.riak.kill(THREE);
    assertThatThrownBy(() -> orders.readyForRestart(new NodeId(ONE)))
        .hasMessageContainingAll(ONE + " is not restarted while " + THREE + " is dead");
    orders.readyForRestart(new NodeId(THREE)); // it is down: nothing is to be made ready

    cluster.riak.restart(new NodeId(THREE), SettingsChange.NOTHING);
    cluster.clock.advance(Duration.ofSeconds(10));

    assertThatThrownBy(() -> orders.readyForRestart(new NodeId(ONE)))
        .hasMessageContainingAll(ONE, "before the ring is settled", "handed off by");
    cluster.clock.advance(LAST_HAND_OFFS);
    orders.readyForRestart(new NodeId(ONE));
  }

  @Test
  void noNodeLeavesWhileAnotherIsDead() throws Exception {
    cluster.riak.haveFour();
    cluster.riak.kill(THREE);

    Outcome outcome = carryOut(REMOVAL);

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(outcome.sentence().toString()).contains("riak3@127.0.0.1 died");
    assertThat(cluster.riak.machines()).hasSize(4);
    assertThat(cluster.riak.log()).doesNotContain("cluster leave " + FOUR);
  }
}
