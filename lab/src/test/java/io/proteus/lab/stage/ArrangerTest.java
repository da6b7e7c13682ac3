package io.proteus.lab.stage;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArrangerTest {
  /** As after a rolling restart, which leaves all on the server that was restarted first. */
  private static final Topology ALL_ON_ONE =
      cluster().node("rs1").holding("t1", 8).holding("t2", 5).node("rs2").build().peek();

  @Test
  void everyServerGetsAsManyPartitionsOfEachTable() {
    Map<PartitionId, NodeId> places = Arranger.evenly(ALL_ON_ONE);

    assertThat(counted(places, "t1")).containsOnly(Map.entry("rs1", 4L), Map.entry("rs2", 4L));
    assertThat(counted(places, "t2")).containsOnly(Map.entry("rs1", 3L), Map.entry("rs2", 2L));
  }

  private static Map<String, Long> counted(Map<PartitionId, NodeId> places, String table) {
    return places.entrySet().stream()
        .filter(place -> place.getKey().value().startsWith(table + "-"))
        .collect(Collectors.groupingBy(place -> place.getValue().value(), Collectors.counting()));
  }

  /** So that files are where their regions are, trial after trial. */
  @Test
  void theirPlacesAreTheSameWhereverTheyAre() {
    Topology elsewhere =
        cluster().node("rs1").node("rs2").holding("t1", 8).holding("t2", 5).build().peek();

    assertThat(Arranger.evenly(elsewhere)).isEqualTo(Arranger.evenly(ALL_ON_ONE));
  }
}
