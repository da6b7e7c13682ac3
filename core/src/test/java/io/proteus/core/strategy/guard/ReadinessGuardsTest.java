package io.proteus.core.strategy.guard;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.unmeasured;
import static io.proteus.core.fixture.PartitionTrait.unserved;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.NodeLosses;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What keeps a decision from being made, each with its code, its sentence and its setting. */
class ReadinessGuardsTest {
  private final Guards guards = Guards.defaults();

  @Test
  void aCalmFreshAndKnownClusterIsDecidedOn() {
    assertThat(guards.notReady(cluster().build())).isEmpty();
  }

  /** What it served is served elsewhere: it is gone, and those that live are decided on. */
  @Test
  void aDeadNodeOfWhichTheStoreHasRecoveredIsNoObstacle() {
    assertThat(guards.notReady(cluster().dead("rs8").dead("rs9").build())).isEmpty();
  }

  @Test
  void aDeadNodeOfWhichTheStoreStillRecovers() {
    assertHeld(
        cluster().dead("rs9").partition("b", reads(1), unserved()).inTransition("a"),
        "NODE_DEAD: rs9 died, and the store has yet to serve 2 partitions elsewhere");
  }

  @Test
  void aRecoveryThatTakesTooLongIsSaidToNeedHelp() {
    Situation died = cluster().dead("rs9").partition("b", reads(1), unserved()).build();
    StrategyMemory early =
        StrategyMemory.INITIAL.with(
            new ScalingMemory(
                List.of(),
                null,
                List.of(),
                null,
                null,
                null,
                new NodeLosses(3, died.now().minus(Duration.ofMinutes(11))),
                null,
                null));

    assertThat(guards.notReady(died.with(early)))
        .get()
        .hasToString(
            "NODE_DEAD: rs9 died 11 min ago, 1 partition is still not served, and 10 min are"
                + " usual: the store may need help [guards.recovery]");
  }

  @Test
  void aDeadNodeWherePeopleWantToBeAsked() {
    assertThat(
            new Calm(true, true, Duration.ofMinutes(10))
                .notReady(cluster().dead("rs8").dead("rs9").build()))
        .get()
        .hasToString(
            "NODE_DEAD: the store lists rs8, rs9 as dead: start it again, or strike it off the"
                + " list [guards.deadNodes]");
  }

  @Test
  void aPartitionInTransition() {
    assertHeld(
        cluster().inTransition("a"), "PARTITIONS_IN_TRANSITION: partitions in transition: a");
  }

  @Test
  void aPartitionThatSomebodyElseLeftInTransition() {
    assertHeld(
        cluster()
            .inTransition("a")
            .gap(Gap.Kind.MOVE_LEFT_OPEN, "a", "slot 7 is open: undo it with STABLE"),
        "PARTITIONS_IN_TRANSITION: partitions in transition: a; slot 7 is open: undo it with"
            + " STABLE");
  }

  @Test
  void aPartitionThatNobodyServes() {
    assertHeld(
        cluster().partition("b", reads(1), unserved()),
        "PARTITIONS_IN_TRANSITION: b is served by no node");
  }

  @Test
  void aBalancerThatCannotBeSwitchedOff() {
    assertHeld(
        cluster().balancerOn().without(Capability.SWITCH_BALANCER),
        "BALANCER_ACTIVE: the store's own balancer is on and cannot be switched off");
  }

  @Test
  void aBalancerThatMayNotBeSwitchedOff() {
    assertThat(new Calm(false).notReady(cluster().balancerOn().build()))
        .get()
        .hasToString(
            "BALANCER_ACTIVE: the store's own balancer is on and may not be switched off"
                + " [guards.balancer]");
  }

  @Test
  void aBalancerThatMayBeSwitchedOffIsNoObstacle() {
    assertThat(guards.notReady(cluster().balancerOn().build())).isEmpty();
  }

  @Test
  void anObservationThatIsTooOld() {
    assertHeld(
        cluster().observedAgo(Duration.ofSeconds(91)),
        "METRICS_STALE: the newest observation is 91 s old, and 90 s are allowed"
            + " [guards.staleAfter]");
    assertThat(guards.notReady(cluster().observedAgo(Duration.ofSeconds(90)).build())).isEmpty();
  }

  @Test
  void countersThatStandStill() {
    assertHeld(
        cluster()
            .gap(Gap.Kind.COUNTERS_STAND_STILL, "test", "no counter moved beside a busy CPU")
            .tooFewSamples(),
        "METRICS_STALE: no counter moved beside a busy CPU; nothing is decided until one moves"
            + " [monitor.period]");
  }

  @Test
  void aWindowThatIsNotFullYet() {
    assertHeld(
        cluster().tooFewSamples(),
        "TOO_FEW_SAMPLES: 2 samples since the last action [monitor.samples]");
  }

  @Test
  void aNodeThatDidNotAnswer() {
    assertHeld(
        cluster()
            .gap(Gap.Kind.NODE_UNREADABLE, "rs1", "no answer within 5 s")
            .gap(Gap.Kind.SETTINGS_UNREADABLE, "rs2", "its settings are not shown"),
        "METRICS_INCOMPLETE: rs1: no answer within 5 s (and 1 more like it)"
            + " [engine.scrapeTimeout]");
  }

  @Test
  void noSettingHelpsWhereANodeAnswersAndDoesNotTellItsSettings() {
    assertHeld(
        cluster().gap(Gap.Kind.SETTINGS_UNREADABLE, "rs2", "its settings are not shown"),
        "METRICS_INCOMPLETE: rs2: its settings are not shown");
  }

  @Test
  void aHostOfWhichTheCpuIsNotKnown() {
    assertHeld(
        cluster().node("rs1", cpuUnknown()),
        "METRICS_INCOMPLETE: the CPU of rs1's host is not known [cloud.type]");
  }

  @Test
  void tooManyPartitionsOfWhichTheRequestsAreNotKnown() {
    SituationBuilder cluster = cluster();
    for (int index = 0; index < 198; index++) {
      cluster.partition("known" + index, reads(1), on("rs1"));
    }
    cluster.partition("new1", unmeasured(), on("rs1"));
    assertThat(guards.notReady(cluster.build())).as("199 of 200 are 99.5 %").isEmpty();

    cluster.partition("new2", unmeasured(), on("rs1"));
    assertHeld(
        cluster,
        "METRICS_INCOMPLETE: the requests of 199 of 201 partitions are known, and 99.5 % are wanted"
            + " [guards.minimumKnownPartitions]");
  }

  @Test
  void anActionThatIsTooRecent() {
    assertHeld(
        cluster().actedAgo(Duration.ofSeconds(599)),
        "COOLDOWN: the last action ended 599 s ago, and 600 s are to pass [guards.cooldown]");
    assertThat(guards.notReady(cluster().actedAgo(Duration.ofSeconds(600)).build())).isEmpty();
  }

  @Test
  void aNodeThatIsStillAtItsLimitIsHelpedSoonerWhereThatIsWanted() {
    Cooldown cooldown = new Cooldown(Duration.ofMinutes(10), true);
    SituationBuilder strained = cluster().node("rs1", cpu(0.96)).node("rs2", cpu(0.4));

    assertThat(cooldown.notReady(strained.actedAgo(Duration.ofSeconds(149)).build()))
        .get()
        .hasToString(
            "COOLDOWN: the last action ended 149 s ago, and 150 s are to pass [guards.cooldown]");
    assertThat(cooldown.notReady(strained.actedAgo(Duration.ofSeconds(150)).build())).isEmpty();
    assertThat(
            cooldown.notReady(
                cluster().node("rs1", cpu(0.94)).actedAgo(Duration.ofSeconds(150)).build()))
        .isPresent();
    assertThat(guards.notReady(strained.actedAgo(Duration.ofSeconds(150)).build()))
        .as("every action settles where nothing else is said")
        .isPresent();
  }

  @Test
  void aClockThatWasSetBackHoldsForTwiceTheCooldownAtMost() {
    assertThat(guards.notReady(cluster().actedAgo(Duration.ofSeconds(-599)).build())).isPresent();
    assertThat(guards.notReady(cluster().actedAgo(Duration.ofDays(-1)).build())).isEmpty();
  }

  @Test
  void theSecondHalfOfAResizeNeedNotWaitForTheCooldown() {
    SituationBuilder halfDone =
        cluster()
            .actedAgo(Duration.ofSeconds(1))
            .remembering(StrategyMemory.INITIAL.withResizingTo(2));

    assertThat(guards.notReady(halfDone.build())).isEmpty();
  }

  private static SituationBuilder cluster() {
    return situation().node("rs1").node("rs2").partition("a", reads(100), on("rs1"));
  }

  private void assertHeld(SituationBuilder cluster, String why) {
    assertThat(guards.notReady(cluster.build())).get().hasToString(why);
  }
}
