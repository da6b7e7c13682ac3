package io.proteus.engine.cassandra;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import io.proteus.engine.file.FileClaims;
import io.proteus.engine.file.Notes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A Cassandra cluster that is looked at over JMX. It places its token ranges itself. */
final class CassandraStore implements Store {
  private static final int OLDEST = 5;

  private final CassandraSettings settings;

  /** Of what is asked of nodes' starts, what they tell in CQL is set by a restart. */
  private final SortedMap<String, Effect> effects = new TreeMap<>();

  /** Settings of nodes' starts that are told. */
  private final Set<String> started;

  private final Connections connections;
  private final FileClaims claims;

  /** The live bytes of each keyspace on each node, as last told. */
  private final Map<String, Map<String, Long>> bytes = new ConcurrentHashMap<>();

  private final UnderWay underWay;
  private final LocalCompactions localCompactions;
  private final RangeLoads loads = new RangeLoads();

  /** Empty where no CQL port is named. */
  private final Optional<Cql> cql;

  private volatile Set<String> known = Set.of();

  private CassandraStore(
      CassandraSettings settings, Set<String> startKeys, Connections connections, Notes notes) {
    this.started = settings.cqlPort().isPresent() ? StartSetting.among(startKeys) : Set.of();
    startKeys.forEach(
        key -> effects.put(key, started.contains(key) ? Effect.RESTART : Effect.NEVER));
    OnlineSetting.ALL.keySet().forEach(key -> effects.put(key, Effect.ONLINE));
    this.settings = settings;
    this.connections = connections;
    this.claims = new FileClaims(notes);
    this.underWay = new UnderWay(notes);
    this.localCompactions = new LocalCompactions(connections, notes);
    this.cql = settings.cqlPort().map(port -> new Cql(settings));
  }

  /**
   * Reaches a cluster, and refuses what is none or of an older version.
   *
   * @param startKeys that policies may want of nodes
   */
  static CassandraStore connect(CassandraSettings settings, Set<String> startKeys)
      throws PortException {
    Connections connections = new Connections(settings);
    Notes notes = new Notes(settings.folder(), settings.cluster());
    CassandraStore store = new CassandraStore(settings, startKeys, connections, notes);
    try {
      String version = store.look().version();
      if (Integer.parseInt(version.split("\\.")[0]) < OLDEST) {
        throw new PortException(
            "%s: want Cassandra %d or newer, got Cassandra %s."
                .formatted(settings.nodes().get(0), OLDEST, version));
      }
      if (store.cql.isPresent()) {
        store.cql.get().ask("SELECT release_version FROM system.local");
      }
      return store;
    } catch (PortException e) {
      store.close();
      throw e;
    }
  }

  FileClaims claims() {
    return claims;
  }

  /** Whether Proteus is one of the cluster's roles, so that these are looked at by the cluster. */
  boolean hasRoles() {
    return settings.cqlUser().isPresent();
  }

  UnderWay underWay() {
    return underWay;
  }

  LocalCompactions localCompactions() {
    return localCompactions;
  }

  Connections connections() {
    return connections;
  }

  Optional<ToldSettings> told() {
    return cql.map(session -> new ToldSettings(this, session));
  }

  Optional<TableOrders> tableOrders() {
    return cql.map(session -> new TableOrders(this, session));
  }

  Optional<LocalTableOrders> localTableOrders() {
    return told().map(settings -> new LocalTableOrders(this, settings));
  }

  /** The ring as a node sees it that belongs to it. */
  Ring look() throws PortException {
    Set<String> asked = new LinkedHashSet<>(settings.nodes());
    asked.addAll(known);
    Ring ring = Ring.look(connections, asked);
    Set<String> gone = new HashSet<>(known);
    gone.removeAll(ring.members());
    gone.forEach(connections::drop);
    known = ring.up();
    return ring;
  }

  @Override
  public String clusterId() {
    return settings.cluster();
  }

  @Override
  public Topology topology() throws PortException {
    Ring ring = look();
    List<Gap> gaps = new ArrayList<>();
    Set<String> busy = new HashSet<>();
    List<Node> nodes = new ArrayList<>();
    for (String member : ring.up()) {
      nodes.add(node(member, gaps, busy));
    }
    return topology(ring, nodes, gaps, !busy.isEmpty());
  }

  /** The tables of each keyspace with their options; none where they cannot be read. */
  private Map<String, TableSettings> tables(Ring ring, List<Gap> gaps) {
    Optional<ToldSettings> told = told();
    if (told.isEmpty()) {
      return Map.of();
    }
    try {
      return told.get().tables(ring.ranges().keySet());
    } catch (PortException e) {
      gaps.add(
          new Gap(
              Gap.Kind.SETTINGS_UNREADABLE,
              "CQL",
              Sentence.of(
                  "tables do not tell their settings: %s", String.valueOf(e.getMessage()))));
      return Map.of();
    }
  }

  /** What single nodes have otherwise than the schema; nothing where that is noted nowhere. */
  private Map<String, SortedMap<NodeId, TableSettings>> locally(
      Ring ring, Map<String, TableSettings> tables, List<Gap> gaps) {
    if (cql.isEmpty()) {
      return Map.of();
    }
    try {
      return localCompactions.told(ring, tables);
    } catch (PortException e) {
      gaps.add(
          new Gap(
              Gap.Kind.SETTINGS_UNREADABLE,
              "engine.directory",
              Sentence.of(
                  "what {nodes} try of tables is not known: %s", String.valueOf(e.getMessage()))));
      return Map.of();
    }
  }

  private static Table table(String keyspace, @Nullable TableSettings settings) {
    return new Table(
        new TableId(keyspace),
        null,
        settings,
        new TreeMap<>(),
        null,
        settings == null ? Set.of() : TableOptions.setByHand(settings));
  }

  private Topology topology(Ring ring, List<Node> nodes, List<Gap> gaps, boolean busy) {
    Map<String, TableSettings> tables = tables(ring, gaps);
    Map<String, SortedMap<NodeId, TableSettings>> local = locally(ring, tables, gaps);
    List<Partition> partitions = new ArrayList<>();
    ring.ranges()
        .forEach(
            (keyspace, ranges) -> {
              long held =
                  bytes.values().stream().mapToLong(told -> told.getOrDefault(keyspace, 0L)).sum();
              ranges.forEach(
                  (range, owners) ->
                      partitions.add(
                          partition(
                              keyspace,
                              range,
                              owners,
                              ring,
                              held / Math.max(1, ranges.size() * owners.size()))));
            });
    boolean placesAnew =
        busy
            || underWay.order().isPresent()
            || ring.joining().stream().anyMatch(this::isOnItsWay)
            || ring.leaving().stream().anyMatch(this::isOnItsWay)
            || !ring.moving().isEmpty();
    return new Topology(
            settings.cluster(),
            Instant.now(),
            nodes,
            ring.down().stream().map(NodeId::new).toList(),
            partitions,
            ring.ranges().keySet().stream()
                .map(name -> table(name, tables.get(name)))
                .map(it -> it.with(local.getOrDefault(it.id().value(), new TreeMap<>())))
                .toList(),
            placesAnew ? partitions.stream().map(Partition::id).toList() : List.of(),
            false,
            gaps)
        .placed(Placing.BY_STORE.joinedByOrderWhenWhole(), ring.ownership());
  }

  /** Whether a node still joins or leaves; one that failed to waits until it is told again. */
  boolean isOnItsWay(String node) {
    try {
      return !connections.ask(node, Ring::mode).endsWith("_FAILED");
    } catch (PortException e) {
      return true;
    }
  }

  /** The first owner that is up serves it; Cassandra has no leader among them. */
  private static Partition partition(
      String keyspace, String range, List<String> owners, Ring ring, long size) {
    Set<String> up = ring.up();
    @Nullable String first = owners.stream().filter(up::contains).findFirst().orElse(null);
    List<Replica> copies =
        owners.stream()
            .filter(owner -> !owner.equals(first) && ring.members().contains(owner))
            .map(owner -> new Replica(new NodeId(owner), Replica.Role.PEER))
            .toList();
    return new Partition(
        new PartitionId(keyspace + "/" + range),
        new TableId(keyspace),
        first == null ? null : new NodeId(first),
        new ByteSize(size),
        null,
        copies);
  }

  private Node node(String member, List<Gap> gaps, Set<String> busy) {
    String incarnation = "unknown";
    @Nullable TreeMap<String, String> set = null;
    try {
      Figures.Start start = connections.ask(member, Figures::start);
      incarnation = start.incarnation();
      set = start.settings();
      if (!started.isEmpty()) {
        set.putAll(new ToldSettings(this, cql.orElseThrow()).started(member, started));
      }
      if (start.busy()) {
        busy.add(member);
      }
    } catch (PortException e) {
      gaps.add(
          new Gap(
              Gap.Kind.SETTINGS_UNREADABLE,
              member,
              Sentence.of("it does not tell its settings: %s", String.valueOf(e.getMessage()))));
    }
    return node(member, incarnation, set);
  }

  private Node node(String member, String incarnation, @Nullable TreeMap<String, String> set) {
    return new Node(
        new NodeId(member),
        incarnation,
        new Known.None<>(),
        false,
        false,
        set,
        false,
        set == null ? new TreeMap<>() : effects);
  }

  @Override
  public Sample sample() throws PortException {
    Ring ring = look();
    List<Gap> gaps = new ArrayList<>();
    Set<String> busy = new HashSet<>();
    List<Node> nodes = new ArrayList<>();
    Map<NodeId, NodeCounters> counters = new HashMap<>();
    Map<String, Map<String, RequestCounters>> requests = new HashMap<>();
    for (String member : ring.up()) {
      try {
        Figures told = connections.ask(member, node -> Figures.of(node, ring.ranges().keySet()));
        counters.put(new NodeId(member), told.counters());
        bytes.put(member, told.bytes());
        requests.put(member, told.requests());
        nodes.add(node(member, gaps, busy));
      } catch (PortException e) {
        gaps.add(
            new Gap(
                Gap.Kind.NODE_UNREADABLE,
                member,
                Sentence.of("it tells nothing: %s", String.valueOf(e.getMessage()))));
        nodes.add(node(member, "unknown", null)); // asking again would wait again
      }
    }
    bytes.keySet().retainAll(ring.members());
    Topology topology = topology(ring, nodes, gaps, !busy.isEmpty());
    return new Sample(topology, ofRanges(topology, requests), counters, LoadBasis.BY_TABLE);
  }

  /** Ranges whose node told nothing are not in it. */
  private Map<PartitionId, RequestCounters> ofRanges(
      Topology topology, Map<String, Map<String, RequestCounters>> requests) {
    Map<PartitionId, RequestCounters> ofRanges = new HashMap<>();
    for (Node node : topology.nodes()) {
      Map<String, RequestCounters> told = requests.get(node.id().value());
      if (told != null) {
        List<Partition> ranges =
            topology.partitions().stream().filter(range -> node.id().equals(range.node())).toList();
        loads.add(node.id().value(), new RangeLoads.Told(node.incarnation(), told), ranges);
        ofRanges.putAll(loads.of(ranges));
      }
    }
    loads.keep(topology.nodes().stream().map(Node::id).toList(), topology.partitions());
    return ofRanges;
  }

  @Override
  public SettingsChange written(SettingsChange change) throws PortException {
    return StartSetting.written(change);
  }

  @Override
  public void close() {
    claims.close();
    cql.ifPresent(Cql::close);
    connections.close();
  }
}
