package io.proteus.testkit;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.history.RateMeter;
import io.proteus.core.port.PortException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InMemoryClusterTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final PartitionId T1_1 = new PartitionId("t1-1");

  private final ManualClock clock = ManualClock.start();

  private ClusterBuilder twoNodes() {
    return cluster()
        .clock(clock)
        .node("rs1")
        .holding("t1", 2, new RequestRates(10, 0, 5))
        .node("rs2")
        .holding("t1", 1);
  }

  @Test
  void aMoveIsInTransitionForAsManyPollsAsItTakes() throws PortException {
    var cluster = twoNodes().pace(Pace.everythingTakes(2)).build();

    cluster.move(T1_1, RS2);

    assertThat(cluster.topology().inTransition()).containsExactly(T1_1);
    assertThat(cluster.topology().inTransition()).containsExactly(T1_1);
    assertThat(cluster.topology().inTransition()).isEmpty();
    assertThat(cluster.peek().partition(T1_1).orElseThrow().node()).isEqualTo(RS2);
  }

  @Test
  void countersGrowWithTheClockAndGiveTheRatesBack() throws PortException {
    var cluster = twoNodes().build();
    var earlier = cluster.sample();
    clock.advance(Duration.ofSeconds(30));
    var later = cluster.sample();

    var observation =
        RateMeter.observe(
            1,
            earlier,
            later,
            cluster.hosts().read(java.util.List.of(RS1)),
            cluster.ports().capabilities());

    assertThat(observation.rates()).containsEntry(T1_1, new RequestRates(10, 0, 5));
    assertThat(observation.loads().get(RS1).requests().value()).isEqualTo(30);
  }

  @Test
  void aNodeThatIsRestartedWithoutBeingEmptiedLeavesItsPartitionsUnserved() throws PortException {
    var cluster = twoNodes().build();

    cluster
        .cloud()
        .restart(RS1, SettingsChange.setting(cluster.settingsOf(MemorySplit.of(0.1, 0.5))));

    assertThat(cluster.incidents()).containsExactly("rs1 was restarted while it held 2 partitions");
    assertThat(cluster.topology().deadNodes()).containsExactly(RS1);
    assertThat(cluster.peek().partition(T1_1).orElseThrow().node()).isNull();
    cluster.topology();
    assertThat(cluster.topology().partition(T1_1).orElseThrow().node()).isEqualTo(RS1);
  }

  @Test
  void aLostMoveIsAcceptedAndDoesNothing() throws PortException {
    var cluster = twoNodes().build();
    cluster.faults().loseNext(Call.MOVE, 1);

    cluster.move(T1_1, RS2);

    assertThat(cluster.topology().inTransition()).isEmpty();
    assertThat(cluster.peek().partition(T1_1).orElseThrow().node()).isEqualTo(RS1);
  }

  @Test
  void aRefusedMoveSaysSo() {
    var cluster = twoNodes().build();
    cluster.faults().refuseNext(Call.MOVE, 1);

    assertThatThrownBy(() -> cluster.move(T1_1, RS2)).isInstanceOf(PortException.class);
  }

  @Test
  void theSameSeedGivesTheSameCluster() {
    assertThat(RandomClusters.of(7, clock).peek()).isEqualTo(RandomClusters.of(7, clock).peek());
    assertThat(RandomClusters.of(7, clock).peek()).isNotEqualTo(RandomClusters.of(8, clock).peek());
  }
}
