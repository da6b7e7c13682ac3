package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.server.HeatMap.Column;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.SqliteJournal;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeatTest {
  private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
  private static final int MANY = 100;

  private final SqliteJournal journal = SqliteJournal.inMemory();
  private final Heat heat = new Heat(journal);

  @AfterEach
  void close() {
    journal.close();
  }

  private static Instant hour(int hours) {
    return START.plus(Duration.ofHours(hours));
  }

  private static Observation seen(Instant at) {
    NodeId node = new NodeId("rs1");
    PartitionId partition = new PartitionId("t-1");
    TableId table = new TableId("t");
    Topology topology =
        new Topology(
            "test",
            at,
            List.of(Node.undivided(node, "1")),
            List.of(),
            List.of(new Partition(partition, table, node, ByteSize.ZERO, null)),
            List.of(new Table(table, null)),
            List.of(),
            false,
            List.of());
    return new Observation(
        1,
        topology,
        Duration.ofSeconds(30),
        Map.of(partition, new RequestRates(1, 0, 0)),
        Map.of(),
        Set.of(),
        List.of());
  }

  private void survey(Instant at) throws Exception {
    journal.append(at, ClusterSurveyed.of(seen(at)));
  }

  private List<Instant> times(Instant from, Instant to, int most) throws Exception {
    return heat.columns(from, to, most).stream().map(Column::at).toList();
  }

  @Test
  void beforeTheObservationsThatAreKeptComeTheSurveysOfTheJournal() throws Exception {
    for (int i = 0; i < 5; i++) {
      survey(hour(i));
    }
    heat.add(seen(hour(4)));
    heat.add(seen(hour(5)));

    assertThat(times(Query.EARLIEST, Query.LATEST, MANY))
        .containsExactly(hour(0), hour(1), hour(2), hour(3), hour(4), hour(5));
    assertThat(times(hour(1), hour(4), 3)).containsExactly(hour(2), hour(3), hour(4));
    assertThat(times(Query.EARLIEST, hour(2), 2)).containsExactly(hour(1), hour(2));
    assertThat(times(Query.EARLIEST, hour(2), 2)).as("once more").hasSize(2);
    assertThat(times(hour(6), hour(9), MANY)).isEmpty();
  }

  /** A heat map of last month reads for seconds. */
  @Test
  void theThreadThatActsWaitsForNoRequestThatReadsTheJournal() throws Exception {
    survey(hour(0));
    Thread request =
        new Thread(
            () -> {
              try {
                times(Query.EARLIEST, Query.LATEST, MANY);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    synchronized (journal) { // as while it reads
      request.start();
      Awaitility.await().until(() -> request.getState() == Thread.State.BLOCKED);

      assertThat(CompletableFuture.runAsync(() -> heat.add(seen(hour(1)))))
          .succeedsWithin(Duration.ofSeconds(20));
    }
    request.join();
    assertThat(times(Query.EARLIEST, Query.LATEST, MANY)).hasSize(2);
  }
}
