package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.RequestRates;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand nodes, a hundred thousand partitions, fifty clients. Needs a machine with nothing else
 * to do, so only with {@code -Dproteus.load=true}.
 */
@EnabledIfSystemProperty(named = "proteus.load", matches = "true")
class LoadTest {
  private static final int NODES = 1000;
  private static final int PARTITIONS_OF_EACH = 100;
  private static final int CLIENTS = 50;
  private static final int REQUESTS_OF_EACH = 20;
  private static final int ROUNDS = 3;

  /** So that there is a past to be asked for. */
  private static final int CYCLES = 100;

  private static final List<String> PATHS =
      List.of(
          HERE,
          HERE + "/nodes?limit=100",
          HERE + "/nodes?limit=1000",
          HERE + "/nodes/rs0500",
          HERE + "/partitions?limit=100",
          HERE + "/partitions?limit=1000&table=t7",
          HERE + "/partitions/sums?by=table",
          HERE + "/verdict",
          HERE + "/control",
          HERE + "/plans",
          HERE + "/journal?limit=50",
          HERE + "/timeline",
          HERE + "/past/9",
          HERE + "/past/9/nodes?limit=100",
          "/metrics");

  @TempDir private Path folder;

  @Test
  void fiftyClientsAreAnsweredInTime() throws Exception {
    List<Duration> last = List.of();
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(
            folder, "server: {port: 0, requestsPerSecond: 100000}\n", LoadTest::large)) {
      proteus.cycles(CYCLES);
      for (int round = 0; round < ROUNDS; round++) {
        last = round(proteus, round);
        System.out.printf(
            Locale.ROOT,
            "%d answers: half within %.1f ms, 99 of 100 within %.1f ms, all within %.1f ms%n",
            last.size(),
            milliseconds(last.get(last.size() / 2)),
            milliseconds(last.get(last.size() * 99 / 100)),
            milliseconds(last.get(last.size() - 1)));
      }
    }
    assertThat(last.get(last.size() * 99 / 100)).isLessThan(Duration.ofMillis(100));
  }

  /** How long each answer took, the shortest first; a client asks about twice a second. */
  private static List<Duration> round(DaemonUnderTest proteus, int seed) throws Exception {
    Random random = new Random(seed);
    List<Duration> took = Collections.synchronizedList(new ArrayList<>());
    ScheduledExecutorService clients = Executors.newScheduledThreadPool(CLIENTS);
    List<Future<?>> asked = new ArrayList<>();
    for (int i = 0; i < CLIENTS * REQUESTS_OF_EACH; i++) {
      String path = PATHS.get(random.nextInt(PATHS.size()));
      asked.add(
          clients.schedule(
              () -> {
                long began = System.nanoTime();
                assertThat(proteus.get(path, null).statusCode()).as(path).isEqualTo(200);
                took.add(Duration.ofNanos(System.nanoTime() - began));
              },
              random.nextInt(REQUESTS_OF_EACH * 500),
              TimeUnit.MILLISECONDS));
    }
    for (Future<?> one : asked) {
      one.get(5, TimeUnit.MINUTES);
    }
    clients.shutdown();
    Collections.sort(took);
    return took;
  }

  private static double milliseconds(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private static InMemoryCluster large(ManualClock clock) {
    ClusterBuilder cluster = InMemoryCluster.cluster().clock(clock);
    for (int node = 0; node < NODES; node++) {
      cluster =
          cluster
              .node(String.format(Locale.ROOT, "rs%04d", node))
              .cpu(0.3)
              .holding(
                  "t" + node % 50,
                  PARTITIONS_OF_EACH,
                  new RequestRates(node % 3 * 10, node % 5, node % 7));
    }
    return cluster.build();
  }
}
