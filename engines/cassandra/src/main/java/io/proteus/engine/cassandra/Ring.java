package io.proteus.engine.cassandra;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * The ring as one node sees it.
 *
 * @param members that own tokens, whether up or down
 * @param ranges of each keyspace of users: who has copies of each, the first owner first
 */
record Ring(
    String version,
    Set<String> members,
    Set<String> down,
    Set<String> joining,
    Set<String> leaving,
    Set<String> moving,
    Map<String, Map<String, List<String>>> ranges) {
  /** Keyspaces that Cassandra keeps for itself. */
  private static final Set<String> OWN =
      Set.of("system_traces", "system_distributed", "system_auth");

  static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  static final String STREAMS = "org.apache.cassandra.net:type=StreamManager";
  static final String PROXY = "org.apache.cassandra.db:type=StorageProxy";

  /** Asks each of some nodes until one answers that knows the ring. */
  static Ring look(Connections connections, Collection<String> nodes) throws PortException {
    PortException last = null;
    for (String node : nodes) {
      try {
        Ring ring = connections.ask(node, Ring::of);
        if (ring.members.contains(node)) {
          return ring;
        }
        last = new PortException("%s: belongs to no ring (yet).".formatted(node));
      } catch (PortException e) {
        last = e;
      }
    }
    throw last == null ? new PortException("engine.nodes: none is named.") : last;
  }

  private static Ring of(MBeanServerConnection node) throws IOException, JMException {
    ObjectName storage = new ObjectName(STORAGE);
    Set<String> members = new TreeSet<>();
    map(node.getAttribute(storage, "TokenToEndpointMap"))
        .values()
        .forEach(owner -> members.add(String.valueOf(owner)));
    Set<String> joining = names(node.getAttribute(storage, "JoiningNodes"));
    members.removeAll(joining);
    Set<String> down = names(node.getAttribute(storage, "UnreachableNodes"));
    down.retainAll(members);
    Map<String, Map<String, List<String>>> ranges = new TreeMap<>();
    for (Object keyspace : (List<?>) node.getAttribute(storage, "NonSystemKeyspaces")) {
      String name = String.valueOf(keyspace);
      if (!OWN.contains(name)) {
        ranges.put(name, ranges(node, storage, name));
      }
    }
    return new Ring(
        String.valueOf(node.getAttribute(storage, "ReleaseVersion")),
        members,
        down,
        joining,
        names(node.getAttribute(storage, "LeavingNodes")),
        names(node.getAttribute(storage, "MovingNodes")),
        ranges);
  }

  /**
   * Which nodes have which schema. The one that is asked waits for all others, for ten seconds, so
   * this is asked around orders only.
   */
  static Map<String, List<String>> schemas(MBeanServerConnection node)
      throws IOException, JMException {
    Map<String, List<String>> schemas = new TreeMap<>();
    map(node.getAttribute(new ObjectName(PROXY), "SchemaVersions"))
        .forEach((version, who) -> schemas.put(String.valueOf(version), list(who)));
    schemas.remove("UNREACHABLE");
    return schemas;
  }

  /** The nodes that one takes for alive. */
  static Set<String> live(MBeanServerConnection node) throws IOException, JMException {
    return names(node.getAttribute(new ObjectName(STORAGE), "LiveNodes"));
  }

  private static Map<String, List<String>> ranges(
      MBeanServerConnection node, ObjectName storage, String keyspace)
      throws IOException, JMException {
    Map<String, List<String>> ranges = new TreeMap<>();
    Object answer =
        node.invoke(
            storage,
            "getRangeToEndpointMap",
            new Object[] {keyspace},
            new String[] {String.class.getName()});
    map(answer)
        .forEach(
            (range, owners) -> {
              List<String> ends = list(range);
              ranges.put(ends.get(0) + ".." + ends.get(1), list(owners));
            });
    return ranges;
  }

  private static Map<?, ?> map(Object answer) {
    return (Map<?, ?>) answer;
  }

  private static List<String> list(Object answer) {
    return ((Collection<?>) answer).stream().map(String::valueOf).toList();
  }

  private static Set<String> names(Object answer) {
    return new TreeSet<>(new HashSet<>(list(answer)));
  }

  Set<String> up() {
    Set<String> up = new TreeSet<>(members);
    up.removeAll(down);
    return up;
  }

  /** Why the ring must not be changed now; empty where it may be. */
  Optional<String> unrest() {
    List<String> why = new ArrayList<>();
    say(why, joining, "joining");
    say(why, leaving, "leaving");
    say(why, moving, "moving its token");
    say(why, down, "down");
    return why.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", why));
  }

  private static void say(List<String> why, Set<String> nodes, String what) {
    if (!nodes.isEmpty()) {
      why.add("%s: %s".formatted(what, String.join(", ", nodes)));
    }
  }
}
