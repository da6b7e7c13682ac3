package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.units.ByteSize;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells of itself. Requests are the replica's work, which is what a node holds data
 * for; latencies are the coordinator's, which is what clients see.
 *
 * @param bytes of each keyspace on this node
 * @param requests of each keyspace on this node
 */
record Figures(
    NodeCounters counters, Map<String, Long> bytes, Map<String, RequestCounters> requests) {
  private static final String METRICS = "org.apache.cassandra.metrics:type=";
  private static final String COMPACTIONS = "org.apache.cassandra.db:type=CompactionManager";
  private static final double MICROS_OF_A_MS = 1000;

  /** One start of a node, and what it is set to. */
  record Start(String incarnation, TreeMap<String, String> settings, boolean busy) {}

  static Start start(MBeanServerConnection node) throws IOException, JMException {
    return new Start(
        String.valueOf(node.getAttribute(new ObjectName("java.lang:type=Runtime"), "Name"))
            + "/"
            + node.getAttribute(new ObjectName("java.lang:type=Runtime"), "StartTime"),
        NodeOrders.told(node),
        busy(node).isPresent());
  }

  /** What a node does that must end before another comes or goes; empty where there is nothing. */
  static Optional<String> busy(MBeanServerConnection node) throws IOException, JMException {
    // by gossip it takes a second until all know that a token moves, and that it has moved
    Collection<?> moving =
        (Collection<?>) node.getAttribute(new ObjectName(Ring.STORAGE), "MovingNodes");
    if (!moving.isEmpty()
        || node.getAttribute(new ObjectName(Ring.STORAGE), "OperationMode").equals("MOVING")) {
      return Optional.of("takes part in the move of a token");
    }
    if (streams(
        (Collection<?>) node.getAttribute(new ObjectName(Ring.STREAMS), "CurrentStreams"))) {
      return Optional.of("streams data");
    }
    for (Object compaction :
        (Collection<?>) node.getAttribute(new ObjectName(COMPACTIONS), "Compactions")) {
      if ("Cleanup".equalsIgnoreCase(String.valueOf(((Map<?, ?>) compaction).get("taskType")))) {
        return Optional.of("cleans up what it no longer holds");
      }
    }
    return Optional.empty();
  }

  /**
   * Whether data is on its way. A node that had nothing to fetch as it joined may list that stream
   * until its next start, without any session (seen of one in twelve new clusters of 5.0.9).
   */
  static boolean streams(Collection<?> listed) {
    return listed.stream()
        .anyMatch(
            stream ->
                !(stream instanceof CompositeData told)
                    || !(told.get("sessions") instanceof Object[] sessions)
                    || sessions.length > 0);
  }

  static Figures of(MBeanServerConnection node, Set<String> keyspaces)
      throws IOException, JMException {
    Map<String, Long> bytes = new HashMap<>();
    Map<String, RequestCounters> served = new HashMap<>();
    for (String keyspace : keyspaces) {
      String of = "Keyspace,keyspace=" + keyspace + ",name=";
      served.put(
          keyspace,
          new RequestCounters(
              count(node, of + "ReadLatency", 0),
              count(node, of + "RangeLatency", 0),
              count(node, of + "WriteLatency", 0)));
      Number held = number(node, of + "LiveDiskSpaceUsed", "Value");
      bytes.put(keyspace, held == null ? 0 : held.longValue());
    }
    RequestCounters requests =
        new RequestCounters(
            served.values().stream().mapToLong(RequestCounters::reads).sum(),
            served.values().stream().mapToLong(RequestCounters::scans).sum(),
            served.values().stream().mapToLong(RequestCounters::writes).sum());
    CompositeData heap =
        (CompositeData)
            node.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
    String coordinator = "ClientRequest,scope=Read,name=Latency";
    return new Figures(
        new NodeCounters(
            requests.total(),
            optional(node, "Cache,scope=ChunkCache,name=Hits"),
            optional(node, "Cache,scope=ChunkCache,name=Misses"),
            pending(node),
            new ByteSize((Long) heap.get("used")),
            new ByteSize((Long) heap.get("max")),
            null,
            null,
            null,
            millis(number(node, coordinator, "Mean")),
            millis(number(node, coordinator, "99thPercentile")),
            requests),
        bytes,
        served);
  }

  private static @Nullable Double millis(@Nullable Number micros) {
    return micros == null || Double.isNaN(micros.doubleValue())
        ? null
        : micros.doubleValue() / MICROS_OF_A_MS;
  }

  /** Pools are registered once they had something to do. */
  private static @Nullable Long pending(MBeanServerConnection node)
      throws IOException, JMException {
    Number told =
        number(node, "ThreadPools,path=request,scope=ReadStage,name=PendingTasks", "Value");
    return told == null ? null : told.longValue();
  }

  private static @Nullable Long optional(MBeanServerConnection node, String name)
      throws IOException, JMException {
    Number told = number(node, name, "Count");
    return told == null ? null : told.longValue();
  }

  private static long count(MBeanServerConnection node, String name, long without)
      throws IOException, JMException {
    Number told = number(node, name, "Count");
    return told == null ? without : told.longValue();
  }

  private static @Nullable Number number(MBeanServerConnection node, String name, String attribute)
      throws IOException, JMException {
    try {
      return (Number) node.getAttribute(new ObjectName(METRICS + name), attribute);
    } catch (InstanceNotFoundException e) {
      return null;
    }
  }
}
