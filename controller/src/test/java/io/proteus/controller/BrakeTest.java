package io.proteus.controller;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.Brake;
import io.proteus.controller.configuration.BrakeSettings;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanBraked;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.StepState;
import io.proteus.controller.verification.Foresight;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.Call;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A plan of twelve moves, each of which takes a minute, on a cluster that gets worse or does not.
 */
class BrakeTest {
  private static final int MOVES = 12;
  private static final double USUAL_MS = 10;
  private static final List<String> NODES = List.of("rs1", "rs2", "rs3", "rs4");

  /** A minute of looks at the cluster, five a second. */
  private static final Pace SLOW = new Pace(300, 1, 1, 2, 1);

  private static final Duration WORSE_FROM = Duration.ofMinutes(4);

  private final List<Observation> shown = new ArrayList<>();
  private final Progress progress =
      new Progress() {
        @Override
        public void observed(Plan running, Observation seen) {
          shown.add(seen);
        }
      };

  private final Rig rig =
      new Rig(
          clock ->
              cluster()
                  .clock(clock)
                  .pace(SLOW)
                  .node("rs1")
                  .cpu(0.4)
                  .latencyMs(USUAL_MS)
                  .holding("a", MOVES, new RequestRates(100, 0, 0))
                  .node("rs2")
                  .cpu(0.4)
                  .latencyMs(USUAL_MS)
                  .holding("b", 1, new RequestRates(100, 0, 0))
                  .node("rs3")
                  .cpu(0.4)
                  .latencyMs(USUAL_MS)
                  .holding("c", 1, new RequestRates(100, 0, 0))
                  .node("rs4")
                  .cpu(0.4)
                  .latencyMs(USUAL_MS));

  private final Monitor monitor = rig.monitor();

  private static BrakeSettings brake(Brake atMost) {
    return new BrakeSettings(atMost, 1.5, 2.5, Ratio.of(0.8), 2, Duration.ofMinutes(5));
  }

  private Actuator actuator(Brake atMost) {
    ExecutionSettings limits = Rig.LIMITS;
    return Actuator.on(
        rig.cluster.ports(),
        monitor,
        Rig.MET,
        rig.balancer(rig.journal),
        rig.log,
        rig.time,
        new Actuator.ExecutionOptions(
            new ExecutionSettings(
                limits.movesInFlight(),
                limits.compactionsInFlight(),
                limits.pauseCompactions(),
                limits.pollEvery(),
                limits.blockedAtMost(),
                limits.attempts(),
                Duration.ZERO,
                brake(atMost)),
            Rig.VERIFICATION,
            progress,
            rig.stop,
            true));
  }

  private static Plan plan() {
    List<Step> moves = new ArrayList<>();
    for (int i = 1; i <= MOVES; i++) {
      moves.add(
          new MovePartition(
              new PartitionId("a-" + i),
              new TableId("a"),
              new NodeId("rs1"),
              new NodeId(i % 2 == 0 ? "rs2" : "rs3"),
              ByteSize.ofMegabytes(1)));
    }
    return new Plan(
        "p",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        moves,
        Price.of(moves),
        List.of(ReasonCode.ASKED_FOR.says("by the test")));
  }

  /** Looks at the steady cluster for two minutes, as the loop does before it acts. */
  private void steady() throws Exception {
    for (int i = 0; i < 4; i++) {
      rig.journal.append(rig.clock.instant(), Observed.of(monitor.observe()));
      rig.clock.advance(Rig.PERIOD);
    }
  }

  private Outcome carryOut(Brake atMost, Consumer<Duration> meanwhile) throws Exception {
    steady();
    rig.cluster.faults().beforeEach(call -> meanwhile.accept(rig.sinceStart()));
    try (Claim claim = rig.claim()) {
      return actuator(atMost).action().carryOut(rig.decisionOf(plan()), claim);
    } finally {
      rig.cluster.faults().beforeEach(call -> {});
    }
  }

  private void latency(double ms) {
    for (String node : NODES) {
      rig.cluster.latencyMs(new NodeId(node), ms);
    }
  }

  private void latencyFrom(Duration since, Duration from, double ms) {
    latency(since.compareTo(from) < 0 ? USUAL_MS : ms);
  }

  private <T> List<T> entries(Class<T> type) throws Exception {
    return rig.journal.last(100_000).stream()
        .map(JournalEntry::event)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private List<String> levels() throws Exception {
    return entries(PlanBraked.class).stream().map(PlanBraked::level).toList();
  }

  /** The most moves that were in flight at once, in the last so many steps. */
  private int mostInFlight(int lastSteps) throws Exception {
    List<StepReached> steps = entries(StepReached.class);
    int inFlight = 0;
    int most = 0;
    for (StepReached step : steps) {
      inFlight += step.state() == StepState.ISSUED ? 1 : step.state() == StepState.DONE ? -1 : 0;
      if (step.step() >= MOVES - lastSteps) {
        most = Math.max(most, inFlight);
      }
    }
    return most;
  }

  @Test
  void withoutWorseningItIsSeenAndJournalledAndNothingIsHeldBack() throws Exception {
    steady();
    long before = monitor.latest().orElseThrow().number();
    Outcome outcome;
    try (Claim claim = rig.claim()) {
      outcome = actuator(Brake.PUT_BACK).action().carryOut(rig.decisionOf(plan()), claim);
    }

    assertThat(outcome).isEqualTo(new Outcome.Completed(MOVES));
    assertThat(levels()).isEmpty();
    List<Observed> during =
        entries(Observed.class).stream().filter(seen -> !seen.isSteady()).toList();
    // six minutes, a sample each half of one
    assertThat(during).hasSizeBetween(10, 13).allMatch(seen -> "p".equals(seen.plan()));
    assertThat(during).allMatch(seen -> !seen.span().isZero());
    assertThat(shown)
        .hasSize(during.size() + 1)
        .last()
        .extracting(seen -> seen.topology().balancerOn())
        .isEqualTo(false);
    assertThat(monitor.latest().orElseThrow().number())
        .as("no decision is made from what is seen meanwhile")
        .isEqualTo(before);
    assertThat(mostInFlight(MOVES)).isEqualTo(2);
    rig.assertUnharmed();
  }

  @Test
  void answersThatTakeLongerThanForeseenSlowItDown() throws Exception {
    Outcome outcome = carryOut(Brake.END, since -> latencyFrom(since, WORSE_FROM, 2 * USUAL_MS));

    assertThat(outcome).isEqualTo(new Outcome.Completed(MOVES));
    assertThat(levels()).containsExactly("slow");
    assertThat(entries(PlanBraked.class).get(0).why().toString())
        .contains("20.0 ms")
        .contains("10.0 ms were foreseen");
    assertThat(mostInFlight(4)).isEqualTo(1);
    rig.assertUnharmed();
  }

  @Test
  void oneBadSampleIsNoReason() throws Exception {
    Outcome outcome =
        carryOut(
            Brake.END,
            since ->
                latency(
                    since.compareTo(WORSE_FROM) >= 0
                            && since.compareTo(WORSE_FROM.plus(Rig.PERIOD)) < 0
                        ? 10 * USUAL_MS
                        : USUAL_MS));

    assertThat(outcome).isEqualTo(new Outcome.Completed(MOVES));
    assertThat(levels()).isEmpty();
  }

  @Test
  void muchWorsePausesItUntilItIsWellAgain() throws Exception {
    Duration well = WORSE_FROM.plusMinutes(4);
    Outcome outcome =
        carryOut(
            Brake.END,
            since ->
                latency(
                    since.compareTo(WORSE_FROM) >= 0 && since.compareTo(well) < 0
                        ? 4 * USUAL_MS
                        : USUAL_MS));

    assertThat(outcome).isEqualTo(new Outcome.Completed(MOVES));
    assertThat(levels()).containsExactly("pause", "off");
    rig.assertUnharmed();
  }

  @Test
  void aPauseThatHelpsNothingEndsIt() throws Exception {
    Outcome outcome = carryOut(Brake.END, since -> latencyFrom(since, WORSE_FROM, 4 * USUAL_MS));

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(((Outcome.Abandoned) outcome).cause()).isEqualTo(Cause.BRAKED);
    assertThat(levels()).containsExactly("pause", "end");
    assertThat(rig.log.now().underWay()).isNull();
    rig.assertUnharmed();
  }

  @Test
  void orItIsPutBackWhereTheSettingsSayso() throws Exception {
    Rig.Picture before = rig.picture();

    Outcome outcome =
        carryOut(Brake.PUT_BACK, since -> latencyFrom(since, WORSE_FROM, 4 * USUAL_MS));

    assertThat(outcome).isInstanceOf(Outcome.Undone.class);
    assertThat(levels()).containsExactly("pause", "put-back");
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
    rig.assertFoldedOnce();
  }

  @Test
  void itGoesNoFurtherThanIsSet() throws Exception {
    Outcome outcome = carryOut(Brake.SLOW, since -> latencyFrom(since, WORSE_FROM, 9 * USUAL_MS));

    assertThat(outcome).isEqualTo(new Outcome.Completed(MOVES));
    assertThat(levels()).containsExactly("slow");
  }

  @Test
  void switchedOffItOnlyLooks() throws Exception {
    Outcome outcome = carryOut(Brake.OFF, since -> latencyFrom(since, WORSE_FROM, 9 * USUAL_MS));

    assertThat(outcome).isEqualTo(new Outcome.Completed(MOVES));
    assertThat(levels()).isEmpty();
    assertThat(entries(Observed.class)).anyMatch(seen -> !seen.isSteady());
  }

  @Test
  void nodesThatAreBusierThanForeseenSlowItDown() throws Exception {
    Outcome outcome =
        carryOut(
            Brake.SLOW,
            since -> {
              if (since.compareTo(WORSE_FROM) >= 0) {
                for (String node : NODES) {
                  rig.cluster.host(
                      new NodeId(node), new HostLoad(Ratio.of(0.95), Ratio.ZERO, Ratio.of(0.5)));
                }
              }
            });

    assertThat(outcome).isEqualTo(new Outcome.Completed(MOVES));
    assertThat(levels()).containsExactly("slow");
    assertThat(entries(PlanBraked.class).get(0).why().toString()).contains("busy");
  }

  @Test
  void aNodeThatDiesPausesIt() throws Exception {
    boolean[] killed = {false};
    carryOut(
        Brake.PAUSE,
        since -> {
          if (since.compareTo(WORSE_FROM) >= 0 && !killed[0]) {
            killed[0] = true;
            rig.cluster.kill(new NodeId("rs4"), 600);
          }
        });

    assertThat(levels()).startsWith("pause");
    assertThat(entries(PlanBraked.class).get(0).why().toString()).contains("rs4 died");
    assertThat(levels()).as("it is back").endsWith("off");
  }

  @Test
  void aGrowingLoadHoldsBackNothingThatAddsNodesForIt() throws Exception {
    for (int i = 0; i < 4; i++) {
      rig.journal.append(rig.clock.instant(), Observed.of(monitor.observe()));
      rig.clock.advance(Rig.PERIOD);
    }
    List<JournalEntry> before = rig.journal.last(100);
    for (String node : NODES) {
      rig.cluster.host(new NodeId(node), new HostLoad(Ratio.of(0.95), Ratio.ZERO, null));
    }
    Observed busy = Observed.of(monitor.observe(), "p");

    assertThat(
            new Foresight(before, plan(), false, Ratio.of(0.8)).strain(busy).orElseThrow().times())
        .isGreaterThan(2);
    assertThat(
            new Foresight(before, plan(), true, Ratio.of(0.8)).strain(busy).orElseThrow().times())
        .isEqualTo(1);
  }

  /** As while a cloud starts a machine, for minutes. */
  @Test
  void anotherThreadLooksWhileAStepTakesLongToBeAskedFor() throws Exception {
    steady();
    Actuator actuator = actuator(Brake.END);
    int[] asked = {0};
    List<Integer> seenMeanwhile = new ArrayList<>();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE && asked[0]++ == 0) {
                int before = shown.size();
                for (int i = 0; i < 4; i++) {
                  rig.clock.advance(Rig.PERIOD);
                  lookFromAnotherThread(actuator);
                }
                seenMeanwhile.add(shown.size() - before);
              }
            });
    try (Claim claim = rig.claim()) {
      assertThat(actuator.action().carryOut(rig.decisionOf(plan()), claim))
          .isEqualTo(new Outcome.Completed(MOVES));
    }

    assertThat(seenMeanwhile).containsExactly(4);
    int after = shown.size();
    actuator.lookout().orElseThrow().look();
    assertThat(shown).as("no plan runs any more").hasSize(after);
  }

  private static void lookFromAnotherThread(Actuator actuator) {
    Thread other = new Thread(() -> actuator.lookout().orElseThrow().look(), "lookout");
    other.start();
    try {
      other.join(Duration.ofSeconds(20).toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(other.isAlive()).isFalse();
  }

  @Test
  void figuresThatAreMissingNeitherHoldItBackNorSayThatAllIsWell() throws Exception {
    carryOut(
        Brake.SLOW,
        since -> {
          latencyFrom(since, WORSE_FROM, 2 * USUAL_MS);
          for (String node : NODES) {
            rig.cluster.readable(new NodeId(node), false);
          }
        });
    assertThat(levels()).as("blind from the begin").isEmpty();
  }

  @Test
  void whatIsHeldBackStaysSoWhileFiguresAreMissing() throws Exception {
    Duration blind = WORSE_FROM.plusMinutes(2);
    carryOut(
        Brake.SLOW,
        since -> {
          latency(
              since.compareTo(WORSE_FROM) >= 0 && since.compareTo(blind) < 0
                  ? 2 * USUAL_MS
                  : USUAL_MS);
          for (String node : NODES) {
            rig.cluster.readable(new NodeId(node), since.compareTo(blind) < 0);
          }
        });
    assertThat(levels()).containsExactly("slow");
  }

  @Test
  void aKillWhileItIsPausedIsGoneOnWithPaused() throws Exception {
    steady();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              latencyFrom(rig.sinceStart(), WORSE_FROM, 4 * USUAL_MS);
              if (rig.sinceStart().compareTo(WORSE_FROM.plusMinutes(3)) > 0) {
                throw new Mortality.Killed();
              }
            });
    boolean killed = false;
    try {
      actuator(Brake.END).action().carryOut(rig.decisionOf(plan()), rig.claim());
    } catch (Mortality.Killed e) {
      killed = true;
    }
    assertThat(killed).isTrue();
    assertThat(levels()).containsExactly("pause");
    rig.cluster.expireClaim();
    Duration restarted = rig.sinceStart();
    int before = entries(StepReached.class).size();
    List<Integer> whileItWasBad = new ArrayList<>();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              boolean bad = rig.sinceStart().compareTo(restarted.plusSeconds(60)) < 0;
              latency(bad ? 4 * USUAL_MS : USUAL_MS);
              if (bad) {
                whileItWasBad.add(issued());
              }
            });
    monitor.forget();

    Outcome outcome;
    try (Claim claim = rig.claim()) {
      outcome = actuator(Brake.END).recovery().recover(claim).outcome().orElseThrow();
    }

    assertThat(outcome).isInstanceOf(Outcome.Completed.class);
    assertThat(levels()).containsExactly("pause", "off");
    assertThat(whileItWasBad.stream().distinct()).as("nothing new is asked for").hasSize(1);
    assertThat(entries(StepReached.class).size()).isGreaterThan(before);
    rig.cluster.faults().beforeEach(call -> {});
    rig.assertUnharmed();
  }

  private int issued() {
    try {
      return (int)
          entries(StepReached.class).stream()
              .filter(step -> step.state() == StepState.ISSUED)
              .count();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
