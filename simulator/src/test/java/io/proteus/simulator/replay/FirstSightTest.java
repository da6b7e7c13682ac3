package io.proteus.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.simulator.replay.Replay.FirstSight;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Which partitions a replay has, of surveys that list all of them or the busiest only. */
class FirstSightTest {
  private static final NodeId NODE = new NodeId("rs1");

  /** A partition is named for its table and its number, as in shop-1. */
  private static ClusterSurveyed survey(int unlisted, String... partitions) {
    List<ClusterSurveyed.Held> held =
        Arrays.stream(partitions)
            .map(
                name ->
                    new ClusterSurveyed.Held(
                        new Partition(
                            new PartitionId(name),
                            table(name),
                            NODE,
                            ByteSize.ofMegabytes(10),
                            null),
                        new RequestRates(10, 0, 0)))
            .toList();
    List<Table> tables =
        held.stream()
            .map(each -> each.partition().table())
            .distinct()
            .map(id -> new Table(id, null))
            .toList();
    return new ClusterSurveyed(List.of(new Node(NODE, "1", null, true)), tables, held, unlisted);
  }

  private static TableId table(String partition) {
    return new TableId(partition.substring(0, partition.indexOf('-')));
  }

  private static Past past(ClusterSurveyed... surveys) {
    List<Past.Survey> all =
        Arrays.stream(surveys).map(seen -> new Past.Survey(Instant.EPOCH, seen)).toList();
    return new Past(Path.of("journal.db"), List.of(), List.of(), all, 0);
  }

  private static FirstSight first(Past past) {
    return FirstSight.of(past, Assumptions.none());
  }

  private static List<String> names(FirstSight first) {
    return first.partitions().stream().map(partition -> partition.id().value()).toList();
  }

  private static List<String> remarks(Past past) {
    Recorded recorded =
        new Recorded(Instant.EPOCH, Instant.EPOCH.plusSeconds(60), 1, 1, 1, 0, 2, 0, 0, 0, 0);
    return new Remarks(past, recorded, Assumptions.none(), first(past), Map.of()).sentences();
  }

  @Test
  void whatCameToATableThatWasListedWholeIsAHalf() {
    Past past = past(survey(0, "shop-1", "shop-2"), survey(0, "shop-1", "shop-2a", "shop-2b"));

    assertThat(names(first(past))).containsExactly("shop-1", "shop-2");
    assertThat(first(past).dropped()).isEqualTo(2);
    assertThat(remarks(past)).anyMatch(said -> said.startsWith("2 partitions came"));
  }

  @Test
  void whatBecameBusyWhereNotAllWereListedWasThere() {
    Past past =
        past(
            survey(3, "shop-1", "shop-2"),
            survey(3, "shop-2", "shop-3"),
            survey(3, "shop-4", "shop-3"));

    assertThat(names(first(past))).containsExactly("shop-1", "shop-2", "shop-3", "shop-4");
    assertThat(first(past).dropped()).isZero();
    assertThat(first(past).late()).isEqualTo(2);
    assertThat(remarks(past))
        .anyMatch(said -> said.contains("up to 3 were not written down at a time"))
        .anyMatch(said -> said.contains("2 that were written down later"))
        .anyMatch(said -> said.contains("which of them came of splits cannot be told"))
        .noneMatch(said -> said.contains("(splits)"));
  }

  @Test
  void aTableThatWasOnceListedWholeTellsItsSplitsAlsoLater() {
    Past past =
        past(survey(0, "shop-1"), survey(1, "shop-1a", "users-1"), survey(1, "shop-1b", "users-2"));

    assertThat(names(first(past))).containsExactly("shop-1", "users-1", "users-2");
    assertThat(first(past).dropped()).isEqualTo(2);
    assertThat(first(past).late()).isEqualTo(1);
  }

  @Test
  void whatObservationsOfLargeClustersDoNotTellIsSaid() {
    Past listed = past(survey(0, "shop-1"));
    RequestRates all = new RequestRates(100, 0, 0);
    Map<TableId, RequestRates> tables = Map.of(table("shop-1"), new RequestRates(80, 0, 0));

    assertThat(remarks(seeing(listed, 150, List.of(), all, tables)))
        .anyMatch(said -> said.startsWith("Of the nodes the busiest alone were written down"))
        .anyMatch(said -> said.startsWith("Up to 20 % of the requests went to tables"));
    assertThat(remarks(seeing(listed, 1, List.of(NODE), all, Map.of(table("shop-1"), all))))
        .noneMatch(said -> said.contains("the busiest"));
  }

  private static Past seeing(
      Past past, int count, List<NodeId> names, RequestRates all, Map<TableId, RequestRates> by) {
    Look look =
        new Look(
            Instant.EPOCH,
            Duration.ofMinutes(1),
            count,
            names,
            1,
            1,
            all,
            by,
            OptionalDouble.empty(),
            OptionalDouble.empty());
    return new Past(past.file(), List.of(look), List.of(look), past.surveys(), 0);
  }
}
