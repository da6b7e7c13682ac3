package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Nodes come, go and are struck off, one after the other: never while another is on its way, while
 * data streams, while a node is down, or while nodes disagree about the schema.
 */
final class RingOrders implements Admission, Handover, Membership {
  /** The replication of system_distributed: Cassandra refuses to go below. */
  private static final int FEWEST = 3;

  private static final String[] FLAG = {boolean.class.getName()};
  private static final String[] TEXT = {String.class.getName()};
  private static final String[] CLEANUP = {
    int.class.getName(), String.class.getName(), String[].class.getName()
  };

  private final CassandraStore store;

  /** What was ordered here and may not show in the ring yet. */
  private final AtomicReference<@Nullable String> ordered = new AtomicReference<>();

  RingOrders(CassandraStore store) {
    this.store = store;
  }

  @Override
  public void admit(NodeId node) throws PortException {
    Ring ring = store.look();
    String name = node.value();
    if (ring.up().contains(name) || ring.joining().contains(name)) {
      return;
    }
    String mode = tells(name, "OperationMode");
    if (mode.equals("JOINING") || mode.equals("NORMAL") || ("join " + name).equals(ordered.get())) {
      return;
    }
    if (!mode.equals("STARTING")) {
      throw new PortException(
          "%s is %s: a node that has left joins again only with an empty data folder."
              .formatted(node, mode));
    }
    String ours = tells(ring.up().iterator().next(), "ClusterName");
    String its = tells(name, "ClusterName");
    if (!ours.equals(its)) {
      throw new PortException(
          "%s belongs to cluster %s, want %s: see its cluster_name.".formatted(node, its, ours));
    }
    refuseUnrest(ring, node + " is not taken in");
    begin(
        "join " + name, name, "joinRing", new Object[0], new String[0], () -> cleanUp(ring, name));
  }

  /** What the newcomer took over lies on its former owners until it is cleaned up there. */
  private void cleanUp(Ring before, String newcomer) {
    for (String member : before.up()) {
      for (String keyspace : before.ranges().keySet()) {
        Object[] all = {1, keyspace, new String[0]};
        store
            .connections()
            .order(
                member,
                jmx ->
                    jmx.invoke(new ObjectName(Ring.STORAGE), "forceKeyspaceCleanup", all, CLEANUP),
                () -> {},
                () -> {});
      }
    }
  }

  @Override
  public void leave(NodeId node) throws PortException {
    Ring ring = store.look();
    String name = node.value();
    if (!ring.members().contains(name)
        || ring.leaving().contains(name)
        || ("leave " + name).equals(ordered.get())) {
      return;
    }
    int copies =
        ring.ranges().values().stream()
            .flatMap(ranges -> ranges.values().stream())
            .mapToInt(Collection::size)
            .max()
            .orElse(1);
    int needed = Math.max(FEWEST, copies);
    if (ring.members().size() <= needed) {
      throw new PortException(
          "%s must stay: there are %d nodes, and copies on %d are kept."
              .formatted(node, ring.members().size(), needed));
    }
    refuseUnrest(ring, node + " must not leave");
    begin("leave " + name, name, "decommission", new Object[] {false}, FLAG, () -> {});
  }

  /**
   * Strikes a dead node off; Cassandra makes its copies anew from the others. Where a keyspace has
   * one copy only, what the dead node has would be lost, so it is refused.
   */
  @Override
  public void forget(NodeId node) throws PortException {
    Ring ring = store.look();
    String name = node.value();
    if (!ring.down().contains(name) || ("forget " + name).equals(ordered.get())) {
      return;
    }
    for (Map.Entry<String, Map<String, List<String>>> keyspace : ring.ranges().entrySet()) {
      if (keyspace.getValue().values().stream().anyMatch(owners -> owners.size() < 2)) {
        throw new PortException(
            "%s is not struck off: keyspace %s has one copy only, and what %s holds would be lost. Start it again, or run `nodetool assassinate %s`."
                .formatted(node, keyspace.getKey(), node, name));
      }
    }
    Set<String> down = new TreeSet<>(ring.down());
    down.remove(name);
    if (!down.isEmpty() || !ring.joining().isEmpty() || !ring.leaving().isEmpty()) {
      throw new PortException(
          "%s is not struck off: others are down, joining or leaving (%s)."
              .formatted(node, ring.unrest().orElse("")));
    }
    String by = ring.up().iterator().next();
    Object id =
        store
            .connections()
            .ask(
                by,
                jmx ->
                    ((Map<?, ?>)
                            jmx.getAttribute(new ObjectName(Ring.STORAGE), "EndpointToHostId"))
                        .get(name));
    begin(
        "forget " + name, by, "removeNode", new Object[] {String.valueOf(id)}, TEXT, () -> {});
  }

  private void begin(
      String what,
      String node,
      String operation,
      Object[] arguments,
      String[] types,
      Runnable afterwards)
      throws PortException {
    String other = ordered.compareAndExchange(null, what);
    if (other != null) {
      throw new PortException("%s: Proteus has ordered \"%s\", which is not done.".formatted(node, other));
    }
    store
        .connections()
        .order(
            node,
            jmx -> jmx.invoke(new ObjectName(Ring.STORAGE), operation, arguments, types),
            afterwards,
            () -> ordered.set(null));
  }

  private void refuseUnrest(Ring ring, String what) throws PortException {
    String why = ring.unrest().orElse(null);
    if (why == null) {
      for (String member : ring.up()) {
        Collection<?> streams =
            store
                .connections()
                .ask(
                    member,
                    jmx ->
                        (Collection<?>)
                            jmx.getAttribute(new ObjectName(Ring.STREAMS), "CurrentStreams"));
        if (!streams.isEmpty()) {
          why = member + " streams data";
        }
      }
    }
    if (why != null) {
      throw new PortException("%s now: %s. Wait until that is over.".formatted(what, why));
    }
  }

  private String tells(String node, String attribute) throws PortException {
    return store
        .connections()
        .ask(
            node,
            jmx -> String.valueOf(jmx.getAttribute(new ObjectName(Ring.STORAGE), attribute)));
  }
}
