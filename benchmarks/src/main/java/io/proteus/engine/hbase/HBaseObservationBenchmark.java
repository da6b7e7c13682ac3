package io.proteus.engine.hbase;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Topology;
import io.proteus.engine.hbase.InfoServers.Answer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;

/**
 * What one sample of a large cluster costs in CPU time and in memory, from generated answers.
 *
 * <p>Not part of it: what the network and HBase's own client take to bring the answers. CPU time is
 * that of the one thread that does everything here; the engine spreads the servlets over several.
 *
 * <p>Arguments: servers, regions on each (1000 and 100 if there are none), rounds (5).
 */
public final class HBaseObservationBenchmark {

  private final GeneratedCluster cluster;

  private HBaseObservationBenchmark(GeneratedCluster cluster) {
    this.cluster = cluster;
  }

  public static void main(String[] arguments) throws IOException {
    int servers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
    int regions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
    HBaseObservationBenchmark benchmark =
        new HBaseObservationBenchmark(new GeneratedCluster(servers, regions));
    say("%d servers, %d regions%n", servers, servers * regions);
    for (int round = 1; round <= rounds; round++) {
      benchmark.round(round);
    }
  }

  private void round(int round) throws IOException {
    long heapBefore = usedHeap();
    ClusterMetrics master = cluster.master();
    List<MetaRegion> meta = cluster.meta();
    long heapOfAnswers = usedHeap() - heapBefore;

    Map<NodeId, Answer<ServerCounters>> answers = new HashMap<>();
    long servletBytes = 0;
    long parsing = 0;
    for (int server = 0; server < cluster.servers(); server++) {
      byte[] regions = cluster.regionsServlet(server);
      byte[] totals = cluster.serverServlet(server);
      servletBytes += regions.length + totals.length;
      long started = cpuNanos();
      answers.put(
          HBaseTranslation.node(cluster.server(server)),
          new Answer.Read<>(ServerCounters.parse(regions, totals, totals)));
      parsing += cpuNanos() - started;
    }

    long started = cpuNanos();
    Held held = assemble(master, meta, answers);
    long assembling = cpuNanos() - started;

    long atOnce = usedHeap() - heapBefore;
    master = null;
    meta = List.of();
    answers = Map.of();
    long heapHeld = usedHeap() - heapBefore;
    say(
        "round %d: CPU %.2f s (servlets %.2f s for %d MB, assembly %.2f s); heap held %d MB, with all answers %d MB (master's and meta's %d MB); known %d of %d%n",
        round,
        seconds(parsing + assembling),
        seconds(parsing),
        servletBytes >> 20,
        seconds(assembling),
        heapHeld >> 20,
        atOnce >> 20,
        heapOfAnswers >> 20,
        held.sample().partitions().size(),
        held.names().size());
  }

  /** What the engine and its caller keep from one sample to the next. */
  private record Held(Sample sample, Map<String, StoredSize> sizes, Map<String, byte[]> names) {}

  private Held assemble(
      ClusterMetrics master, List<MetaRegion> meta, Map<NodeId, Answer<ServerCounters>> answers) {
    Map<NodeId, NodeMemory.Known> memory = new HashMap<>();
    Map<NodeId, ServerMetrics> heaps = new HashMap<>();
    master
        .getLiveServerMetrics()
        .forEach(
            (server, metrics) -> {
              NodeId node = HBaseTranslation.node(server);
              memory.put(
                  node,
                  new NodeMemory.Known(MemorySplit.of(0.4, 0.25), true, true, true, null, null));
              heaps.put(node, metrics);
            });
    TopologyAssembly assembly = new TopologyAssembly(master, meta, memory, Map.of(), Map.of());
    Topology topology = assembly.assemble(cluster.tables(), Set.of(), Instant.EPOCH);
    return new Held(
        new SampleAssembly(topology, answers).assemble(heaps),
        assembly.sizes(),
        HBaseReading.fullNames(meta));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
