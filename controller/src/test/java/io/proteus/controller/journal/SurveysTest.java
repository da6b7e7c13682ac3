package io.proteus.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SurveysTest {
  private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
  private static final TableId TABLE = new TableId("t");

  /** Partitions p0, p1 ... with as many requests; the first on one node, the others on another. */
  private static Observation seen(int partitions, String firstOn, boolean rates) {
    List<Partition> all = new ArrayList<>();
    Map<PartitionId, RequestRates> known = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      PartitionId id = new PartitionId("p%05d".formatted(i));
      NodeId node = new NodeId(i == 0 ? firstOn : "b");
      all.add(new Partition(id, TABLE, node, ByteSize.ofBytes(1), null));
      known.put(id, new RequestRates(i, 0, 0));
    }
    Topology topology =
        new Topology(
            "test",
            START,
            List.of(
                new Node(new NodeId("a"), "1", null, true),
                new Node(new NodeId("b"), "1", null, true)),
            List.of(),
            all,
            List.of(new Table(TABLE, null)),
            List.of(),
            false,
            List.of());
    return new Observation(
        1,
        topology,
        Duration.ofSeconds(30),
        rates ? known : Map.of(),
        Map.of(),
        Set.of(),
        List.of());
  }

  private static Instant after(Duration time) {
    return START.plus(time);
  }

  @Test
  void anObservationWithoutRatesIsNotSurveyed() {
    assertThat(new Surveys().due(START, seen(3, "a", false))).isEmpty();
  }

  @Test
  void aClusterThatDoesNotChangeIsSurveyedEveryTenMinutes() {
    Surveys surveys = new Surveys();

    assertThat(surveys.due(START, seen(3, "a", true))).isPresent();
    assertThat(surveys.due(after(Duration.ofMinutes(9)), seen(3, "a", true))).isEmpty();
    assertThat(surveys.due(after(Duration.ofMinutes(10)), seen(3, "a", true))).isPresent();
  }

  @Test
  void aMoveIsSurveyedAMinuteLaterAtTheEarliest() {
    Surveys surveys = new Surveys();
    surveys.due(START, seen(3, "a", true));

    assertThat(surveys.due(after(Duration.ofSeconds(30)), seen(3, "b", true))).isEmpty();
    assertThat(surveys.due(after(Duration.ofSeconds(60)), seen(3, "b", true))).isPresent();
  }

  @Test
  void aLargeClusterIsSurveyedSeldom() {
    Surveys surveys = new Surveys();
    surveys.due(START, seen(1_000, "a", true));

    assertThat(surveys.due(after(Duration.ofMinutes(60)), seen(1_000, "a", true))).isEmpty();
    assertThat(surveys.due(after(Duration.ofMinutes(70)), seen(1_000, "a", true))).isPresent();
  }

  @Test
  void theBusiestAreListedAndTheOthersCounted() {
    ClusterSurveyed survey =
        ClusterSurveyed.of(seen(ClusterSurveyed.MOST_PARTITIONS + 5, "a", true));

    assertThat(survey.partitions()).hasSize(ClusterSurveyed.MOST_PARTITIONS);
    assertThat(survey.partitions().get(0).partition().id())
        .isEqualTo(new PartitionId("p%05d".formatted(ClusterSurveyed.MOST_PARTITIONS + 4)));
    assertThat(survey.unlisted()).isEqualTo(5);
  }
}
