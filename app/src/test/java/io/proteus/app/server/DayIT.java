package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.InMemoryCluster;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon's loop for 24 hours of virtual time, with a load that turns round every two hours so
 * that there is something to do, and somebody who looks all the while. What it keeps must not grow
 * with how long it runs.
 */
@Tag("storeless")
class DayIT {
  private static final int CYCLES_AN_HOUR = 120;
  private static final long HEAP_NOISE = 8L << 20;
  private static final RequestRates READS = new RequestRates(300, 0, 0);
  private static final RequestRates WRITES = new RequestRates(0, 0, 300);
  private static final String SETTINGS =
      """
      approval: {mode: automatic}
      journal: {keep: 3h}
      met: {setBlockSize: false}
      server: {port: 0, requestsPerSecond: 100000}
      """;

  @TempDir private Path folder;

  /** What is kept at some moment. */
  private record Kept(long journalEntries, long journalBytes, long metrics, long heapBytes) {}

  @Test
  void itKeepsNoMoreAfterADayThanAfterAQuarterOfIt() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, SETTINGS)) {
      for (int hour = 0; hour < 6; hour++) {
        pass(proteus, hour);
      }
      Kept early = kept(proteus);
      for (int hour = 6; hour < 24; hour++) {
        pass(proteus, hour);
      }
      Kept late = kept(proteus);

      System.out.printf("after 6 h: %s%nafter 24 h: %s%n", early, late);
      assertThat(proteus.json(HERE + "/plans?limit=1000").path("past").size())
          .as("plans of the last three hours")
          .isBetween(1, 20);
      assertThat(late.journalEntries())
          .as("entries of the last three hours")
          .isLessThan(early.journalEntries() * 5 / 4);
      assertThat(late.journalBytes()).isLessThan(early.journalBytes() * 5 / 4);
      assertThat(late.metrics()).isLessThanOrEqualTo(early.metrics() + 10);
      assertThat(late.heapBytes()).isLessThan(early.heapBytes() + HEAP_NOISE);
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  private static void pass(DaemonUnderTest proteus, int hour) throws InterruptedException {
    turn(proteus.cluster, hour / 2 % 2 == 0);
    for (int i = 0; i < CYCLES_AN_HOUR / 10; i++) {
      proteus.cycles(10);
      proteus.get(HERE + "/partitions", null);
      proteus.get(HERE + "/control", null);
      proteus.get("/metrics", null);
    }
  }

  private static void turn(InMemoryCluster cluster, boolean morning) {
    Topology now = cluster.peek();
    for (Partition partition : now.partitions()) {
      boolean first = partition.table().value().equals("t1");
      cluster.rate(partition.id(), first == morning ? READS : WRITES);
    }
    for (Node node : now.nodes()) {
      cluster.host(node.id(), new HostLoad(Ratio.of(0.8), Ratio.of(0.0), null));
    }
  }

  private Kept kept(DaemonUnderTest proteus) throws Exception {
    long entries = 0;
    for (long before = Long.MAX_VALUE; before > 1; ) {
      var page = proteus.json(HERE + "/journal?limit=1000&before=" + before);
      entries += page.path("entries").size();
      before = page.path("next").asLong(0);
    }
    long bytes = Files.size(folder.resolve("proteus-data/shop/journal.db"));
    return new Kept(
        entries, bytes, proteus.get("/metrics", null).body().lines().count(), heapBytes());
  }

  /** What is left after a few collections, the least of them. */
  private static long heapBytes() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(50);
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
