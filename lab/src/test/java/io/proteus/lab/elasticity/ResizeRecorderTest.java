package io.proteus.lab.elasticity;

import static io.proteus.lab.stage.Resizes.add;
import static io.proteus.lab.stage.Resizes.move;
import static io.proteus.lab.stage.Resizes.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Cycle;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Decision;
import io.proteus.core.history.RateMeter;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.lab.result.Resize;
import io.proteus.lab.stage.Resizes;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.workloads.run.WindowResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResizeRecorderTest {
  private static final Resize.Joining JOINING = new Resize.Joining("rs4", 0.1, 5, 6);

  private final ManualClock clock = ManualClock.start();
  private final List<WindowResult> windows = new ArrayList<>();
  private final InMemoryCluster cluster =
      InMemoryCluster.cluster()
          .clock(clock)
          .node("rs1:16020")
          .cpu(0.9)
          .holding("users", 3, new RequestRates(100, 0, 0))
          .node("rs2:16020")
          .cpu(0.5)
          .holding("users", 1, new RequestRates(100, 0, 0))
          .build();
  private final ResizeRecorder recorder =
      new ResizeRecorder(time(), () -> windows, () -> List.of(JOINING));

  @BeforeEach
  void clientsWereAtWork() {
    Instant now = clock.instant();
    windows.add(Resizes.window(now.minusSeconds(50), 99_999, 1, 1));
    windows.add(Resizes.window(now.minusSeconds(10), 5_000, 40_000, 300_000));
  }

  @Test
  void aResizeIsRecordedWithWhatWasBeforeAndAfterIt() throws Exception {
    Observation before = observe(Duration.ZERO);
    addAServer();
    recorder.cycle(cycle(before, new Outcome.Completed(2)));
    Instant ended = clock.instant();
    windows.add(Resizes.window(ended.plusSeconds(5), 9_000, 20_000, 90_000));

    recorder.cycle(cycle(observe(Duration.ofSeconds(5)), null));
    assertThat(recorder.resizes().get(0).after()).isNull();
    recorder.cycle(cycle(observe(Duration.ofSeconds(40)), null));

    assertThat(recorder.resizes()).hasSize(1);
    Resize resize = recorder.resizes().get(0);
    assertThat(resize.nodesBefore()).isEqualTo(2);
    assertThat(resize.nodesAfter()).isEqualTo(3);
    assertThat(resize.joinings()).containsExactly(JOINING);
    assertThat(resize.times().addingSeconds()).isEqualTo(12.0);
    assertThat(resize.times().totalSeconds()).isEqualTo(15.0);
    assertThat(resize.work().moves()).isEqualTo(1);
    Resize.Side was = resize.before();
    assertThat(was).isNotNull();
    assertThat(was.operationsPerSecond()).isEqualTo(500);
    assertThat(was.meanLatencyMillis()).isEqualTo(40);
    assertThat(was.worstP99Millis()).isEqualTo(300);
    assertThat(was.hottestCpu()).isEqualTo(0.9);
    assertThat(was.meanCpu()).isEqualTo(0.7);
    assertThat(was.busiestOverMean()).isEqualTo(1.5);
    assertThat(was.requestsPerSecond()).isEqualTo(400);
    Resize.Side is = resize.after();
    assertThat(is).isNotNull();
    assertThat(is.operationsPerSecond()).isEqualTo(900);
  }

  @Test
  void whatTheStoreCleansUpAfterAJoinIsTimedUntilItIsSeenToBeOver() throws Exception {
    Observation before = observe(Duration.ZERO);
    addAServer();
    recorder.cycle(cycle(before, new Outcome.Completed(2)));
    recorder.cycle(cycle(cleaningUp(observe(Duration.ZERO)), null));
    recorder.cycle(cycle(observe(Duration.ofSeconds(3)), null));
    recorder.cycle(cycle(observe(Duration.ofSeconds(40)), null));

    assertThat(recorder.resizes()).hasSize(1);
    assertThat(recorder.resizes().get(0).times().dataSeconds()).isEqualTo(23.0);
  }

  @Test
  void serversThatHaveJustComeAreNotLookedAtBeforeTheyAreAsTheyStay() throws Exception {
    ResizeRecorder patient =
        new ResizeRecorder(
            time(), Duration.ofSeconds(10), Duration.ofSeconds(25), () -> windows, List::of);
    Observation before = observe(Duration.ZERO);
    Plan adds = plan("adds", add(3));
    patient.begins(adds);
    patient.reached(adds, 0, StepState.ISSUED, null);
    patient.reached(adds, 0, StepState.DONE, null);
    patient.cycle(cycle(before, new Outcome.Completed(1)));
    Instant ended = clock.instant();
    windows.add(Resizes.window(ended.plusSeconds(5), 100, 900_000, 5_000_000));
    windows.add(Resizes.window(ended.plusSeconds(26), 9_000, 20_000, 90_000));

    patient.cycle(cycle(observe(Duration.ofSeconds(10)), null));
    assertThat(patient.resizes().get(0).after()).isNull();
    patient.cycle(cycle(observe(Duration.ofSeconds(10)), null));

    Resize.Side after = patient.resizes().get(0).after();
    assertThat(after).isNotNull();
    assertThat(after.operationsPerSecond()).isEqualTo(900);
  }

  private static Observation cleaningUp(Observation seen) {
    Topology is = seen.topology();
    return new Observation(
        seen.number(),
        new Topology(
            is.cluster(),
            is.at(),
            is.nodes(),
            is.deadNodes(),
            is.partitions(),
            is.tables(),
            is.partitions().stream().map(Partition::id).toList(),
            is.balancerOn(),
            is.gaps(),
            is.machines(),
            is.placing(),
            is.ownership(),
            is.restrictions(),
            is.tagged(),
            is.prices()),
        seen.span(),
        seen.rates(),
        seen.loads(),
        seen.capabilities(),
        seen.gaps(),
        seen.basis());
  }

  @Test
  void anActionThatOnlyMovesIsNoResize() throws Exception {
    Plan moves = plan("moves", move("users-1"));
    recorder.begins(moves);
    recorder.reached(moves, 0, StepState.ISSUED, null);
    recorder.reached(moves, 0, StepState.DONE, null);
    recorder.cycle(cycle(observe(Duration.ZERO), new Outcome.Completed(1)));

    assertThat(recorder.resizes()).isEmpty();
  }

  @Test
  void whatTheNextActionDoesIsNotTheEffectOfASettledResize() throws Exception {
    Observation first = observe(Duration.ZERO);
    addAServer();
    recorder.cycle(cycle(first, new Outcome.Completed(2)));
    windows.add(Resizes.window(clock.instant().plusSeconds(5), 9_000, 20_000, 90_000));
    Observation second = observe(Duration.ofSeconds(40));
    windows.add(Resizes.window(clock.instant().plusSeconds(1), 100, 900_000, 5_000_000));
    addAServer();
    recorder.cycle(cycle(second, new Outcome.Completed(2)));

    Resize.Side after = recorder.resizes().get(0).after();
    assertThat(after).isNotNull();
    assertThat(after.operationsPerSecond()).isEqualTo(900);
    assertThat(after.worstP99Millis()).isEqualTo(90);
  }

  @Test
  void anyActionEndsTheLookAtAResizeThatHasNotSettled() throws Exception {
    Observation first = observe(Duration.ZERO);
    addAServer();
    recorder.cycle(cycle(first, new Outcome.Completed(2)));
    windows.add(Resizes.window(clock.instant(), 9_000, 20_000, 90_000));
    Observation second = observe(Duration.ofSeconds(5));
    fill();
    recorder.cycle(cycle(second, new Outcome.Completed(1)));
    recorder.cycle(cycle(observe(Duration.ofSeconds(60)), null));

    assertThat(recorder.resizes()).extracting(Resize::after).containsOnlyNulls();
  }

  @Test
  void theNextResizeEndsTheLookAtTheOneBefore() throws Exception {
    Observation first = observe(Duration.ZERO);
    addAServer();
    recorder.cycle(cycle(first, new Outcome.Completed(2)));
    windows.add(Resizes.window(clock.instant().plusSeconds(1), 9_000, 20_000, 90_000));
    Observation second = observe(Duration.ZERO);
    addAServer();
    recorder.cycle(cycle(second, new Outcome.Completed(2)));

    assertThat(recorder.resizes()).hasSize(2);
    assertThat(recorder.resizes()).extracting(Resize::after).containsOnlyNulls();
    assertThat(recorder.resizes().get(1).times().totalSeconds()).isEqualTo(15.0);
  }

  @Test
  void whatNewServersHoldMayBeDecidedLaterAndIsTheSameResize() throws Exception {
    Observation before = observe(Duration.ZERO);
    launch();
    recorder.cycle(cycle(before, new Outcome.Replan(1)));
    assertThat(recorder.resizes()).hasSize(1);
    recorder.cycle(cycle(observe(Duration.ZERO), null));
    Observation again = observe(Duration.ZERO);
    fill();
    recorder.cycle(cycle(again, new Outcome.Completed(1)));

    assertThat(recorder.resizes()).hasSize(1);
    Resize resize = recorder.resizes().get(0);
    assertThat(resize.nodesBefore()).isEqualTo(2);
    assertThat(resize.work().moves()).isEqualTo(1);
    assertThat(resize.times().totalSeconds()).isEqualTo(35.0);
    assertThat(resize.outcome()).contains("all steps are over");
  }

  /** As the executor tells it: a plan that adds, and one that fills. */
  private void addAServer() {
    launch();
    fill();
  }

  private void launch() {
    Plan adds = plan("adds", add(3));
    recorder.begins(adds);
    recorder.reached(adds, 0, StepState.ISSUED, null);
    clock.advance(Duration.ofSeconds(12));
    recorder.reached(adds, 0, StepState.DONE, null);
  }

  private void fill() {
    Plan fills = plan("fills", move("users-1"));
    recorder.begins(fills);
    recorder.reached(fills, 0, StepState.ISSUED, null);
    clock.advance(Duration.ofSeconds(3));
    recorder.reached(fills, 0, StepState.DONE, null);
  }

  /** Over ten seconds, after a while. */
  private Observation observe(Duration later) throws PortException {
    clock.advance(later);
    Sample first = cluster.sample();
    clock.advance(Duration.ofSeconds(10));
    Sample second = cluster.sample();
    return RateMeter.observe(
        1,
        first,
        second,
        cluster.hosts().read(second.topology().nodes().stream().map(n -> n.id()).toList()),
        cluster.ports().capabilities());
  }

  private Cycle cycle(Observation seen, @org.jspecify.annotations.Nullable Outcome outcome) {
    Verdict verdict =
        Verdict.hold(ReasonCode.GROW.says("one more is wanted"), StrategyMemory.INITIAL);
    return new Cycle(
        1,
        clock.instant(),
        List.of(),
        Optional.of(seen),
        Optional.empty(),
        new Decision(verdict, Optional.empty(), Optional.empty()),
        Optional.ofNullable(outcome));
  }

  private Time time() {
    return new Time() {
      @Override
      public Instant now() {
        return clock.instant();
      }

      @Override
      public void sleep(Duration duration) {
        clock.advance(duration);
      }
    };
  }
}
