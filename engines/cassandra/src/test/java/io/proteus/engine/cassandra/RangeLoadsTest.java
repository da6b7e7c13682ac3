package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RangeLoadsTest {
  private static final NodeId NODE = new NodeId("10.0.0.1");
  private static final List<Partition> RANGES =
      List.of(range("a", 1), range("a", 2), range("b", 1));

  private final RangeLoads loads = new RangeLoads();

  private static Partition range(String keyspace, int number) {
    return new Partition(
        new PartitionId(keyspace + "/" + number),
        new TableId(keyspace),
        NODE,
        new ByteSize(1),
        null,
        List.of());
  }

  private void told(String start, long readsOfA, long writesOfB) {
    loads.add(
        NODE.value(),
        new RangeLoads.Told(
            start,
            Map.of(
                "a", new RequestCounters(readsOfA, 0, 0),
                "b", new RequestCounters(0, 0, writesOfB))),
        RANGES);
  }

  private RequestCounters of(String range) {
    return loads.of(RANGES).get(new PartitionId(range));
  }

  @Test
  void whatAKeyspaceServedIsDividedAmongItsRangesAndNoOthers() {
    told("first", 1000, 50);
    told("first", 1300, 60);

    assertThat(of("a/1")).isEqualTo(new RequestCounters(150, 0, 0));
    assertThat(of("a/2")).isEqualTo(of("a/1"));
    assertThat(of("b/1")).isEqualTo(new RequestCounters(0, 0, 10));
  }

  @Test
  void aNodeThatBeganAnewIsNotTakenForWork() {
    told("first", 1000, 50);
    told("second", 5000, 70);

    assertThat(of("a/1").total()).isZero();

    told("second", 5200, 70);

    assertThat(of("a/1").reads()).isEqualTo(100);
  }

  @Test
  void aNodeThatLeftBeginsAnew() {
    told("first", 1000, 0);
    loads.keep(List.of(), List.of());
    told("first", 9000, 0);

    assertThat(of("a/1").total()).isZero();
  }
}
