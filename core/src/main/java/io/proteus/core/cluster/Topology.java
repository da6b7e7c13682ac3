package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster and the partitions that they serve at one moment. A step of a plan reads
 * its progress from it. Loads are in {@link Sample} and {@link Observation}.
 *
 * @param cluster the cluster's own name or id
 * @param nodes live nodes, sorted by id
 * @param deadNodes nodes that the store lists as dead, sorted; one that runs again, or was
 *     forgotten, is not
 * @param partitions of the managed tables, sorted by id; the store's own system tables are left out
 * @param tables the managed tables, sorted by id
 * @param inTransition partitions that are being opened, closed or moved just now
 * @param balancerOn whether the store's own balancer may move partitions
 * @param gaps what could not be read
 * @param machines that run and are paid for, each by the name of the node that is to be on it, and
 *     since when, as the cloud tells; null when that is not known
 * @param placing who places partitions; Proteus where nothing is said
 * @param ownership what share of the data each node answers for, sorted; none where the partitions
 *     tell it
 * @param restrictions what operators have ruled out in the store itself
 * @param tagged the machines that carry Proteus's tags for this cluster, by their nodes; null where
 *     the cloud has no tags, or the machines are not known
 * @param prices of the machines, as far as they are known
 */
public record Topology(
    String cluster,
    Instant at,
    List<Node> nodes,
    List<NodeId> deadNodes,
    List<Partition> partitions,
    List<Table> tables,
    List<PartitionId> inTransition,
    boolean balancerOn,
    List<Gap> gaps,
    @Nullable Map<NodeId, Instant> machines,
    Placing placing,
    List<Ownership> ownership,
    Restrictions restrictions,
    @Nullable Set<NodeId> tagged,
    MachinePrices prices) {

  public Topology {
    nodes = sortedOnce("node", nodes, Node::id);
    deadNodes = sortedOnce("dead node", deadNodes, Function.identity());
    partitions = sortedOnce("partition", partitions, Partition::id);
    tables = sortedOnce("table", tables, Table::id);
    inTransition = sortedOnce("partition in transition", inTransition, Function.identity());
    gaps = List.copyOf(gaps);
    machines = machines == null ? null : Collections.unmodifiableMap(new TreeMap<>(machines));
    placing = placing == null ? Placing.BY_PROTEUS : placing;
    ownership = ownership == null ? List.of() : sortedOnce("ownership", ownership, Ownership::node);
    restrictions = restrictions == null ? Restrictions.NONE : restrictions;
    tagged = tagged == null ? null : Collections.unmodifiableSet(new TreeSet<>(tagged));
    prices = prices == null ? MachinePrices.UNKNOWN : prices;
    refuseStrangers(nodes, partitions, tables);
  }

  /** A topology without the tags and prices of machines. */
  public Topology(
      String cluster,
      Instant at,
      List<Node> nodes,
      List<NodeId> deadNodes,
      List<Partition> partitions,
      List<Table> tables,
      List<PartitionId> inTransition,
      boolean balancerOn,
      List<Gap> gaps,
      @Nullable Map<NodeId, Instant> machines,
      Placing placing,
      List<Ownership> ownership,
      Restrictions restrictions) {
    this(
        cluster,
        at,
        nodes,
        deadNodes,
        partitions,
        tables,
        inTransition,
        balancerOn,
        gaps,
        machines,
        placing,
        ownership,
        restrictions,
        null,
        MachinePrices.UNKNOWN);
  }

  /** A topology from the store alone: it is not known which machines run. */
  public Topology(
      String cluster,
      Instant at,
      List<Node> nodes,
      List<NodeId> deadNodes,
      List<Partition> partitions,
      List<Table> tables,
      List<PartitionId> inTransition,
      boolean balancerOn,
      List<Gap> gaps) {
    this(
        cluster,
        at,
        nodes,
        deadNodes,
        partitions,
        tables,
        inTransition,
        balancerOn,
        gaps,
        null,
        Placing.BY_PROTEUS,
        List.of(),
        Restrictions.NONE);
  }

  /**
   * The same, with what the cloud tells of its machines.
   *
   * @param running null when it does not
   */
  public Topology withMachines(@Nullable Map<NodeId, Instant> running) {
    return withMachines(running, null);
  }

  /**
   * The same, with what the cloud tells of its machines.
   *
   * @param running null when it does not
   * @param own those of them that carry Proteus's tags; null where the cloud has none
   */
  public Topology withMachines(@Nullable Map<NodeId, Instant> running, @Nullable Set<NodeId> own) {
    return new Topology(
        cluster,
        at,
        nodes,
        deadNodes,
        partitions,
        tables,
        inTransition,
        balancerOn,
        gaps,
        running,
        placing,
        ownership,
        restrictions,
        own,
        prices);
  }

  /** The same, placed so. */
  public Topology placed(Placing how, List<Ownership> shares) {
    return new Topology(
        cluster,
        at,
        nodes,
        deadNodes,
        partitions,
        tables,
        inTransition,
        balancerOn,
        gaps,
        machines,
        how,
        shares,
        restrictions,
        tagged,
        prices);
  }

  /** The same, with what its machines cost. */
  public Topology with(MachinePrices costs) {
    return new Topology(
        cluster,
        at,
        nodes,
        deadNodes,
        partitions,
        tables,
        inTransition,
        balancerOn,
        gaps,
        machines,
        placing,
        ownership,
        restrictions,
        tagged,
        costs);
  }

  /** What the live nodes' machines cost an hour. */
  public MoneyPerHour costs() {
    MoneyPerHour sum = MoneyPerHour.NOTHING;
    for (Node node : nodes) {
      sum = sum.plus(prices.of(node.id()));
    }
    return sum;
  }

  /** The same, restricted so. */
  public Topology with(Restrictions rules) {
    return new Topology(
        cluster,
        at,
        nodes,
        deadNodes,
        partitions,
        tables,
        inTransition,
        balancerOn,
        gaps,
        machines,
        placing,
        ownership,
        rules,
        tagged,
        prices);
  }

  /** The same, placed, restricted and priced as another one is. */
  public Topology placedAs(Topology other) {
    return placed(other.placing, other.ownership).with(other.restrictions).with(other.prices);
  }

  private static <T, K extends Comparable<K>> List<T> sortedOnce(
      String what, List<T> list, Function<T, K> keyOf) {
    List<T> copy = new ArrayList<>(list);
    copy.sort(Comparator.comparing(keyOf));
    for (int i = 1; i < copy.size(); i++) {
      if (keyOf.apply(copy.get(i)).equals(keyOf.apply(copy.get(i - 1)))) {
        throw new InvalidValue(
            "topology: %s %s is listed twice.".formatted(what, keyOf.apply(copy.get(i))));
      }
    }
    return List.copyOf(copy);
  }

  private static void refuseStrangers(
      List<Node> nodes, List<Partition> partitions, List<Table> tables) {
    Set<NodeId> knownNodes = new HashSet<>();
    nodes.forEach(node -> knownNodes.add(node.id()));
    Set<TableId> knownTables = new HashSet<>();
    tables.forEach(table -> knownTables.add(table.id()));
    for (Partition partition : partitions) {
      if (partition.node() != null && !knownNodes.contains(partition.node())) {
        throw new InvalidValue(
            "topology: partition %s is on %s, which is not among the live nodes."
                .formatted(partition.id(), partition.node()));
      }
      if (!knownTables.contains(partition.table())) {
        throw new InvalidValue(
            "topology: partition %s is of table %s, which is not among the tables."
                .formatted(partition.id(), partition.table()));
      }
    }
  }

  /**
   * The same without some nodes. What they hold is served by none; what the store's drained nodes
   * hold stays there, so that it is left out with them.
   */
  public Topology without(Set<NodeId> gone) {
    return new Topology(
        cluster,
        at,
        nodes.stream().filter(node -> !gone.contains(node.id())).toList(),
        deadNodes.stream().filter(node -> !gone.contains(node)).toList(),
        partitions.stream()
            .filter(partition -> !staysOn(gone, partition))
            .map(partition -> partition.without(gone))
            .toList(),
        tables,
        inTransition,
        balancerOn,
        gaps,
        machines == null
            ? null
            : machines.entrySet().stream()
                .filter(machine -> !gone.contains(machine.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
        placing,
        ownership.stream().filter(share -> !gone.contains(share.node())).toList(),
        restrictions.withoutNodes(gone),
        tagged,
        prices);
  }

  private boolean staysOn(Set<NodeId> gone, Partition partition) {
    NodeId node = partition.node();
    return node != null && gone.contains(node) && restrictions.drained().containsKey(node);
  }

  /** The partitions that are left out together with these nodes. */
  public Set<PartitionId> stayingOn(Set<NodeId> gone) {
    return partitions.stream()
        .filter(partition -> staysOn(gone, partition))
        .map(Partition::id)
        .collect(Collectors.toSet());
  }

  /** Whether the cloud does not deny that Proteus started the machine for this cluster. */
  public boolean mayBeOwn(NodeId machine) {
    return tagged == null || tagged.contains(machine);
  }

  /** Whether the store knows a node of this name, alive or dead. */
  public boolean knows(NodeId id) {
    return node(id).isPresent() || deadNodes.contains(id);
  }

  /** Processes that hold copies of what nodes serve, and are no nodes of their own. */
  public Set<NodeId> followers() {
    Set<NodeId> followers = new TreeSet<>();
    for (Partition partition : partitions) {
      for (Replica copy : partition.copies()) {
        if (copy.role() == Replica.Role.FOLLOWER) {
          followers.add(copy.node());
        }
      }
    }
    nodes.forEach(node -> followers.remove(node.id()));
    return followers;
  }

  /**
   * Machines that run without a node or a follower that the store knows: they are starting, or
   * failed to. Empty when the running machines are not known.
   */
  public SortedMap<NodeId, Instant> machinesWithoutNode() {
    SortedMap<NodeId, Instant> without = new TreeMap<>();
    if (machines != null) {
      machines.forEach(
          (node, since) -> {
            if (!knows(node)) {
              without.put(node, since);
            }
          });
    }
    if (!without.isEmpty()) {
      without.keySet().removeAll(followers());
    }
    return without;
  }

  /** What is said of a partition; empty where nothing of this kind is. */
  public Optional<Sentence> said(Gap.Kind kind, PartitionId partition) {
    return gaps.stream()
        .filter(gap -> gap.kind() == kind && gap.subject().equals(partition.value()))
        .map(Gap::sentence)
        .findFirst();
  }

  /** Whether no partition of the table is being opened, closed or moved. */
  public boolean isCalm(TableId table) {
    return inTransition.stream()
        .map(this::partition)
        .flatMap(Optional::stream)
        .noneMatch(partition -> partition.table().equals(table));
  }

  /** Whether the node is alive and divides its heap about as wanted. */
  public boolean hasSplit(NodeId id, MemorySplit wanted) {
    Optional<Node> node = node(id);
    return node.isPresent() && node.get().memory() != null && wanted.isAbout(node.get().memory());
  }

  /** The live node of this name. */
  public Optional<Node> node(NodeId id) {
    return find(nodes, id, Node::id);
  }

  /** The partition of this name. */
  public Optional<Partition> partition(PartitionId id) {
    return find(partitions, id, Partition::id);
  }

  /** The table of this name. */
  public Optional<Table> table(TableId id) {
    return find(tables, id, Table::id);
  }

  /** The partition of the table that holds exactly these rows. */
  public Optional<Partition> holding(TableId table, KeyRange rows) {
    return partitions.stream().filter(partition -> partition.holds(table, rows)).findFirst();
  }

  /** The partitions of the table that hold these rows, or a part of them, and no others. */
  public List<Partition> within(TableId table, KeyRange rows) {
    return partitions.stream().filter(partition -> partition.isWithin(table, rows)).toList();
  }

  /** Whether a node serves the partition, and nobody opens, closes or moves it. */
  public boolean isOpen(Partition partition) {
    return partition.node() != null && !inTransition.contains(partition.id());
  }

  /** How many copies the most copied partition has; 1 where none is copied. */
  public int copies() {
    return 1 + partitions.stream().mapToInt(partition -> partition.copies().size()).max().orElse(0);
  }

  /** How many partitions a node serves. */
  public long served(NodeId node) {
    return partitions.stream().filter(partition -> node.equals(partition.node())).count();
  }

  /** The partitions of each live node, the empty nodes included. */
  public Map<NodeId, List<Partition>> partitionsByNode() {
    Map<NodeId, List<Partition>> byNode = new HashMap<>();
    nodes.forEach(node -> byNode.put(node.id(), new ArrayList<>()));
    for (Partition partition : partitions) {
      if (partition.node() != null) {
        byNode.computeIfAbsent(partition.node(), id -> new ArrayList<>()).add(partition);
      }
    }
    return byNode;
  }

  private static <T, K extends Comparable<K>> Optional<T> find(
      List<T> sorted, K key, Function<T, K> keyOf) {
    int low = 0;
    int high = sorted.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = keyOf.apply(sorted.get(middle)).compareTo(key);
      if (order == 0) {
        return Optional.of(sorted.get(middle));
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return Optional.empty();
  }
}
