package io.proteus.engine.hbase;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.engine.hbase.InfoServers.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.Size;
import org.jspecify.annotations.Nullable;

/**
 * Joins a topology with what the servers count. Values in, value out.
 *
 * <p>A region's counters are taken from the server that serves it, from no other: one that it has
 * just left may still list it. What is not there becomes a gap.
 */
final class SampleAssembly {

  private final Topology topology;
  private final Map<NodeId, Answer<ServerCounters>> answers;
  private final List<Gap> gaps;

  SampleAssembly(Topology topology, Map<NodeId, Answer<ServerCounters>> answers) {
    this.topology = topology;
    this.answers = answers;
    this.gaps = new ArrayList<>(topology.gaps());
  }

  /**
   * @param heaps what the live servers reported to the master
   */
  Sample assemble(Map<NodeId, ServerMetrics> heaps) {
    Map<NodeId, ServerCounters> read = new HashMap<>();
    Map<NodeId, NodeCounters> nodes = new HashMap<>();
    for (Node node : topology.nodes()) {
      ServerCounters counters = usable(node);
      if (counters != null) {
        read.put(node.id(), counters);
      }
      nodes.put(node.id(), node(counters, heaps.get(node.id())));
    }
    Map<PartitionId, RequestCounters> partitions = partitions(read);
    return new Sample(withGaps(), partitions, nodes);
  }

  private @Nullable ServerCounters usable(Node node) {
    Answer<ServerCounters> answer =
        answers.getOrDefault(
            node.id(),
            new Answer.Failed<>("its info server is off (hbase.regionserver.info.port is -1)"));
    return answer.either(
        counters -> ofThisStart(node, counters), why -> unreadable(node.id(), why));
  }

  private @Nullable ServerCounters ofThisStart(Node node, ServerCounters counters) {
    String who = counters.serverName();
    return who == null || who.endsWith("," + node.incarnation())
        ? counters
        : unreadable(node.id(), "the servlet is that of " + who + ", another start of the server");
  }

  private @Nullable ServerCounters unreadable(NodeId node, String why) {
    gaps.add(
        new Gap(
            Gap.Kind.NODE_UNREADABLE,
            node.value(),
            Sentence.of("requests, queue and {cache} unknown, %s", why)));
    return null;
  }

  private Map<PartitionId, RequestCounters> partitions(Map<NodeId, ServerCounters> read) {
    Map<PartitionId, RequestCounters> known = new HashMap<>(topology.partitions().size() * 2);
    for (Partition partition : topology.partitions()) {
      ServerCounters server = partition.node() == null ? null : read.get(partition.node());
      if (server == null) {
        continue; // in transition, or its server's own gap
      }
      RequestCounters counters = server.regions().get(partition.id());
      if (counters == null) {
        gaps.add(
            new Gap(
                Gap.Kind.COUNTERS_MISSING,
                partition.id().value(),
                Sentence.of(
                    "a region of %s that %s does not list, maybe it has just arrived",
                    partition.table(), partition.node())));
      } else {
        known.put(partition.id(), counters);
      }
    }
    return known;
  }

  private static NodeCounters node(
      @Nullable ServerCounters counters, @Nullable ServerMetrics metrics) {
    return new NodeCounters(
        whole(counters, ServerCounters.REQUESTS),
        whole(counters, ServerCounters.CACHE_HITS),
        whole(counters, ServerCounters.CACHE_MISSES),
        whole(counters, ServerCounters.QUEUED),
        metrics == null ? null : bytes(metrics.getUsedHeapSize()),
        metrics == null ? null : bytes(metrics.getMaxHeapSize()),
        size(counters, ServerCounters.HEAP_KEPT_BYTES),
        cache(counters),
        locality(counters),
        null, // a mean in whole milliseconds: too coarse for what most calls take
        total(counters, ServerCounters.P99_MS)); // 0 for calls within a millisecond, and for none
  }

  /** HBase says 0 % of a server that stores nothing yet: that is not known, not bad. */
  private static @Nullable Ratio locality(@Nullable ServerCounters counters) {
    Double stored = total(counters, ServerCounters.STORED_BYTES);
    Double percent = total(counters, ServerCounters.LOCALITY_PERCENT);
    return stored == null || stored == 0 || percent == null ? null : Ratio.share(percent, 100);
  }

  private static ByteSize bytes(Size size) {
    return ByteSize.ofBytes((long) size.get(Size.Unit.BYTE));
  }

  private static @Nullable ByteSize cache(@Nullable ServerCounters counters) {
    ByteSize onHeap = size(counters, ServerCounters.HEAP_CACHE_BYTES);
    return onHeap != null ? onHeap : size(counters, ServerCounters.CACHE_BYTES);
  }

  private static @Nullable ByteSize size(@Nullable ServerCounters counters, String name) {
    Long bytes = whole(counters, name);
    return bytes == null || bytes < 0 ? null : ByteSize.ofBytes(bytes);
  }

  private static @Nullable Long whole(@Nullable ServerCounters counters, String name) {
    Double value = total(counters, name);
    return value == null ? null : value.longValue();
  }

  private static @Nullable Double total(@Nullable ServerCounters counters, String name) {
    return counters == null ? null : counters.totals().get(name);
  }

  private Topology withGaps() {
    return new Topology(
            topology.cluster(),
            topology.at(),
            topology.nodes(),
            topology.deadNodes(),
            topology.partitions(),
            topology.tables(),
            topology.inTransition(),
            topology.balancerOn(),
            gaps)
        .placedAs(topology);
  }
}
