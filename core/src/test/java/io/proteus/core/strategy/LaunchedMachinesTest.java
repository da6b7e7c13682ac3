package io.proteus.core.strategy;

import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.fixture.SituationBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which machines are of growths, and of which of them a node came. */
class LaunchedMachinesTest {
  private static final NodeId NEW = new NodeId("rs9");
  private static final ScalingMemory GREW =
      ScalingMemory.NONE.with(new Resized(NOW.minus(Duration.ofMinutes(70)), 2, 3));

  private static SituationBuilder cluster() {
    return situation().node("rs1").node("rs2").machine("rs1", Duration.ofDays(9));
  }

  private static LaunchedMachines seen(ScalingMemory before, SituationBuilder now) {
    LaunchedMachines launched = before.seeing(now.topology()).launched();
    return launched == null ? LaunchedMachines.NONE : launched;
  }

  @Test
  void aMachineOfAGrowthIsAwaitedUntilItsNodeComes() {
    SituationBuilder starting = cluster().machine("rs9", Duration.ofMinutes(69));

    ScalingMemory awaiting = GREW.seeing(starting.topology());

    assertThat(awaiting.awaited()).containsExactly(NEW);
    assertThat(seen(awaiting, starting.node("rs9")).came()).containsExactly(NEW);
    assertThat(awaiting.seeing(starting.topology()).awaited()).isEmpty();
  }

  @Test
  void oneOfAGrowthThatWasGivenUpIsAwaitedToo() {
    SituationBuilder starting = cluster().machine("rs9", Duration.ofMinutes(69));

    assertThat(seen(GREW.givingUpFor(List.of()), starting).awaited()).containsExactly(NEW);
  }

  /** Else the next growths would push out what the first is known by. */
  @Test
  void oneThatIsAwaitedStaysSoHoweverLongAgoItsGrowthWas() {
    SituationBuilder starting = cluster().machine("rs9", Duration.ofMinutes(69));
    LaunchedMachines awaiting = seen(GREW, starting);

    assertThat(awaiting.seen(starting.topology(), List.of())).isEqualTo(awaiting);
  }

  @Test
  void machinesOfNoGrowthAreSomebodyElses() {
    assertThat(seen(GREW, cluster().machine("rs9", Duration.ofMinutes(72))))
        .as("before it")
        .isEqualTo(LaunchedMachines.NONE);
    assertThat(seen(GREW, cluster().machine("rs9", Duration.ofMinutes(9))))
        .as("more than an hour after it")
        .isEqualTo(LaunchedMachines.NONE);
    ScalingMemory shrank =
        ScalingMemory.NONE.with(new Resized(NOW.minus(Duration.ofMinutes(70)), 3, 2));
    assertThat(seen(shrank, cluster().machine("rs9", Duration.ofMinutes(69))))
        .as("of a removal")
        .isEqualTo(LaunchedMachines.NONE);
  }

  /** As when its process died and the store's master was started anew. */
  @Test
  void aNodeThatItsStoreForgotIsNotAwaited() {
    SituationBuilder machines = cluster().machine("rs9", Duration.ofMinutes(69));
    ScalingMemory came =
        GREW.seeing(cluster().machine("rs9", Duration.ofMinutes(69)).dead("rs9").topology());

    LaunchedMachines forgotten = seen(came, machines);

    assertThat(came.awaited()).isEmpty();
    assertThat(forgotten.awaited()).isEmpty();
    assertThat(forgotten.came()).containsExactly(NEW);
    assertThat(forgotten.goneSince()).containsExactly(Map.entry(NEW, NOW));
    assertThat(seen(came, machines.node("rs9")).goneSince()).as("it is back").isEmpty();
  }

  @Test
  void aMachineThatRunsNoMoreIsForgotten() {
    ScalingMemory awaiting =
        GREW.seeing(cluster().machine("rs9", Duration.ofMinutes(69)).topology());

    assertThat(seen(awaiting, cluster())).isEqualTo(LaunchedMachines.NONE);
    assertThat(awaiting.seeing(cluster().topology()).launched()).as("nothing to keep").isNull();
  }

  @Test
  void whileNobodyKnowsWhichMachinesRunNoneIsForgottenAndNodesStillCome() {
    ScalingMemory awaiting =
        GREW.seeing(cluster().machine("rs9", Duration.ofMinutes(69)).topology());
    SituationBuilder unknown = situation().node("rs1");

    assertThat(awaiting.seeing(unknown.topology()).launched()).isEqualTo(awaiting.launched());
    assertThat(seen(awaiting, unknown.node("rs9")).came()).containsExactly(NEW);
  }

  @Test
  void whereTheCloudHasTagsAMachineWithoutThemIsNoGrowths() {
    SituationBuilder machines = cluster().machine("rs9", Duration.ofMinutes(69));

    assertThat(seen(GREW, machines.tagged())).isEqualTo(LaunchedMachines.NONE);
    assertThat(seen(GREW, machines.tagged("rs9")).awaited()).containsExactly(NEW);
  }

  @Test
  void whatTookThemAwayTookTheMachineFromTheGrowth() {
    ScalingMemory came = GREW.seeing(of("rs9").node("rs9").tagged("rs9").topology());

    assertThat(seen(came, of("rs9").tagged("rs9")).orphaned()).containsOnlyKeys(NEW);
    assertThat(seen(came, of("rs9").tagged()).orphaned()).isEmpty();
  }

  /** However long ago it was started, and whatever is remembered. */
  @Test
  void aTaggedMachineWhoseNodeWasSeenIsProteuss() {
    SituationBuilder old = situation().node("rs1").machine("rs1", Duration.ofDays(9)).tagged("rs1");

    ScalingMemory seen = ScalingMemory.NONE.seeing(old.topology());

    SituationBuilder forgotten =
        situation().node("rs2").machine("rs1", Duration.ofDays(9)).tagged("rs1");
    assertThat(seen(seen, forgotten).orphaned()).containsOnlyKeys(new NodeId("rs1"));
    assertThat(seen(ScalingMemory.NONE, forgotten))
        .as("a tag does not say that no node will come")
        .isEqualTo(LaunchedMachines.NONE);
  }

  @Test
  void noNodeIsExpectedOfAMachineWhoseNodeDied() {
    SituationBuilder died = of("rs9").machine("rs8", Duration.ofDays(2)).dead("rs8");
    ScalingMemory after = GREW.seeing(died.topology());
    SituationBuilder struckOff = of("rs9").machine("rs8", Duration.ofDays(2));

    assertThat(after.lost(died.topology())).containsExactly(new NodeId("rs8"));
    assertThat(after.seeing(struckOff.topology()).lost(struckOff.topology()))
        .as("rs9 may still start")
        .containsExactly(new NodeId("rs8"));
    assertThat(after.seeing(struckOff.topology()).orphaned()).as("not Proteus's").isEmpty();
    SituationBuilder back = struckOff.node("rs8");
    assertThat(after.seeing(back.topology()).lost(back.topology())).isEmpty();
  }

  private static SituationBuilder of(String machine) {
    return cluster().machine(machine, Duration.ofMinutes(69));
  }
}
