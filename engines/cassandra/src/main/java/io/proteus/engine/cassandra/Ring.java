package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Token;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
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
 * @param tokens of each member, where the partitioner is Murmur3's; else none
 * @param ranges of each keyspace of users: who has copies of each, the first owner first
 */
record Ring(
    String version,
    Set<String> members,
    Set<String> down,
    Set<String> joining,
    Set<String> leaving,
    Set<String> moving,
    Map<String, List<Long>> tokens,
    Map<String, Map<String, List<String>>> ranges) {
  /** Its tokens are the whole numbers of 64 bits. */
  private static final String MURMUR3 = "Murmur3Partitioner";

  /** Where roles are kept, with their passwords and grants. */
  static final String ROLES = "system_auth";

  /** Keyspaces that Cassandra keeps for itself. */
  private static final Set<String> OWN = Set.of("system_traces", "system_distributed", ROLES);

  private static final double ALL_TOKENS = Math.scalb(1.0, 64);

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
    Map<String, List<String>> owned = new TreeMap<>();
    map(node.getAttribute(storage, "TokenToEndpointMap"))
        .forEach(
            (token, owner) ->
                owned
                    .computeIfAbsent(String.valueOf(owner), none -> new ArrayList<>())
                    .add(String.valueOf(token)));
    Set<String> members = new TreeSet<>(owned.keySet());
    Set<String> joining = names(node.getAttribute(storage, "JoiningNodes"));
    members.removeAll(joining);
    Set<String> down = names(node.getAttribute(storage, "UnreachableNodes"));
    down.retainAll(members);
    Map<String, Map<String, List<String>>> ranges = new TreeMap<>();
    for (Object keyspace : (List<?>) node.getAttribute(storage, "NonSystemKeyspaces")) {
      String name = String.valueOf(keyspace);
      if (!OWN.contains(name)) {
        ranges.put(name, ranges(node, name));
      }
    }
    Map<String, List<Long>> tokens = new TreeMap<>();
    if (String.valueOf(node.getAttribute(storage, "PartitionerName")).endsWith(MURMUR3)) {
      owned.keySet().retainAll(members);
      owned.forEach((owner, told) -> tokens.put(owner, told.stream().map(Long::valueOf).toList()));
    }
    return new Ring(
        String.valueOf(node.getAttribute(storage, "ReleaseVersion")),
        members,
        down,
        joining,
        names(node.getAttribute(storage, "LeavingNodes")),
        names(node.getAttribute(storage, "MovingNodes")),
        tokens,
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

  /** In which state a node takes itself to be. */
  static String mode(MBeanServerConnection node) throws IOException, JMException {
    return String.valueOf(node.getAttribute(new ObjectName(STORAGE), "OperationMode"));
  }

  /** How far a node is in taking its data over. */
  static String bootstrapState(MBeanServerConnection node) throws IOException, JMException {
    return String.valueOf(node.getAttribute(new ObjectName(STORAGE), "BootstrapState"));
  }

  /** Whether a node that joins takes its data over: what it noted of that outlives its restart. */
  static boolean isFilled(MBeanServerConnection node) throws IOException, JMException {
    return mode(node).equals(Bootstrap.JOINING) && bootstrapState(node).equals("IN_PROGRESS");
  }

  /** Who has copies of each range of a keyspace. */
  static Map<String, List<String>> ranges(MBeanServerConnection node, String keyspace)
      throws IOException, JMException {
    Map<String, List<String>> ranges = new TreeMap<>();
    Object answer =
        node.invoke(
            new ObjectName(STORAGE),
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

  /** The token of a member that has one; empty where it has several, or another partitioner. */
  Optional<Long> onlyToken(String member) {
    List<Long> own = tokens.getOrDefault(member, List.of());
    return own.size() == 1 ? Optional.of(own.get(0)) : Optional.empty();
  }

  /** What each member owns of all tokens, whatever copies others have of it. */
  List<Ownership> ownership() {
    TreeMap<Long, String> byEnd = new TreeMap<>();
    tokens.forEach((member, own) -> own.forEach(token -> byEnd.put(token, member)));
    Map<String, Double> shares = new TreeMap<>();
    byEnd.forEach(
        (end, member) -> {
          Long below = byEnd.lowerKey(end);
          long width = end - (below == null ? byEnd.lastKey() : below);
          shares.merge(member, (width <= 0 ? width + ALL_TOKENS : width) / ALL_TOKENS, Double::sum);
        });
    return shares.entrySet().stream()
        .map(
            owned ->
                new Ownership(
                    new NodeId(owned.getKey()),
                    Ratio.of(Math.min(1, owned.getValue())),
                    onlyToken(owned.getKey()).map(Token::new).orElse(null)))
        .toList();
  }

  /** Who no longer owns some part of a keyspace that it owned in an earlier ring. */
  Set<String> losersSince(Ring before, String keyspace) {
    TreeMap<Long, List<String>> was = byEnd(before, keyspace);
    TreeMap<Long, List<String>> is = byEnd(this, keyspace);
    Set<Long> ends = new TreeSet<>(was.keySet());
    ends.addAll(is.keySet());
    Set<String> losers = new TreeSet<>();
    for (long end : ends) {
      Set<String> lost = new TreeSet<>(ownersAt(was, end));
      ownersAt(is, end).forEach(lost::remove);
      losers.addAll(lost);
    }
    return losers;
  }

  private static TreeMap<Long, List<String>> byEnd(Ring ring, String keyspace) {
    TreeMap<Long, List<String>> byEnd = new TreeMap<>();
    ring.ranges
        .getOrDefault(keyspace, Map.of())
        .forEach(
            (range, owners) ->
                byEnd.put(Long.valueOf(range.substring(range.indexOf("..") + 2)), owners));
    return byEnd;
  }

  private static List<String> ownersAt(TreeMap<Long, List<String>> byEnd, long token) {
    Map.Entry<Long, List<String>> range = byEnd.ceilingEntry(token);
    range = range == null ? byEnd.firstEntry() : range;
    return range == null ? List.of() : range.getValue();
  }

  /** The same ring, in which one node is neither down nor on its way. */
  Ring apartFrom(String node) {
    return new Ring(
        version,
        members,
        without(down, node),
        without(joining, node),
        without(leaving, node),
        without(moving, node),
        tokens,
        ranges);
  }

  private static Set<String> without(Set<String> nodes, String node) {
    Set<String> others = new TreeSet<>(nodes);
    others.remove(node);
    return others;
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
