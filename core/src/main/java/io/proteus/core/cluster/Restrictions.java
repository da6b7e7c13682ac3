package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What operators have ruled out in the store itself, and what the cloud rules out. Plans respect
 * it. Each reason is in the store's own words.
 *
 * @param pools which nodes may serve which tables; none where every node may serve every table
 * @param uncompacted tables on which the store ignores an ordered compaction, and why
 * @param uncompactedOn nodes on which it does, and why
 * @param keptInShape tables whose partitions are neither split nor merged, and why
 * @param leaving in which order the cloud lets nodes go, the next one first, machines without a
 *     node included; null where any node may go, and empty where it is not known which one may
 * @param takenBack live nodes whose machines the cloud is about to take, and how it says so
 * @param drained nodes on which the store is told to put nothing, and how it says so; what they
 *     hold stays there
 */
public record Restrictions(
    List<Pool> pools,
    SortedMap<TableId, String> uncompacted,
    SortedMap<NodeId, String> uncompactedOn,
    SortedMap<TableId, String> keptInShape,
    @Nullable List<NodeId> leaving,
    SortedMap<NodeId, String> takenBack,
    SortedMap<NodeId, String> drained) {
  public static final Restrictions NONE = of(List.of(), Map.of(), Map.of(), Map.of());

  public Restrictions {
    pools = pools == null ? List.of() : List.copyOf(pools);
    uncompacted = copied(uncompacted);
    uncompactedOn = copied(uncompactedOn);
    keptInShape = copied(keptInShape);
    leaving = leaving == null ? null : List.copyOf(leaving);
    takenBack = copied(takenBack);
    drained = copied(drained);
    once("node", pools.stream().flatMap(pool -> pool.nodes().stream()).toList());
    once("table", pools.stream().flatMap(pool -> pool.tables().stream()).toList());
  }

  private static <K> SortedMap<K, String> copied(@Nullable SortedMap<K, String> map) {
    return map == null
        ? Collections.emptySortedMap()
        : Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }

  private static void once(String what, List<?> names) {
    if (names.stream().distinct().count() < names.size()) {
      throw new InvalidValue("pools: want each %s in one pool, got %s.".formatted(what, names));
    }
  }

  public static Restrictions of(
      List<Pool> pools,
      Map<TableId, String> uncompacted,
      Map<NodeId, String> uncompactedOn,
      Map<TableId, String> keptInShape) {
    return new Restrictions(
        pools,
        new TreeMap<>(uncompacted),
        new TreeMap<>(uncompactedOn),
        new TreeMap<>(keptInShape),
        null,
        Collections.emptySortedMap(),
        Collections.emptySortedMap());
  }

  public static Restrictions ofPools(Pool... pools) {
    return of(List.of(pools), Map.of(), Map.of(), Map.of());
  }

  public boolean saysNothing() {
    return equals(NONE);
  }

  /** Whether nodes serve some tables only. */
  public boolean areDivided() {
    return pools.size() > 1;
  }

  /**
   * The same where nodes go in this order.
   *
   * @param order null where any node may go
   */
  public Restrictions leavingIn(@Nullable List<NodeId> order) {
    return new Restrictions(
        pools, uncompacted, uncompactedOn, keptInShape, order, takenBack, drained);
  }

  /** The same where the cloud is about to take the machines of these nodes. */
  public Restrictions takingBack(Map<NodeId, String> notices) {
    return new Restrictions(
        pools, uncompacted, uncompactedOn, keptInShape, leaving, new TreeMap<>(notices), drained);
  }

  /** The same where the store is told to put nothing on these nodes. */
  public Restrictions draining(Map<NodeId, String> nodes) {
    return new Restrictions(
        pools, uncompacted, uncompactedOn, keptInShape, leaving, takenBack, new TreeMap<>(nodes));
  }

  /** Whether the cloud says which node goes next. */
  public boolean ordersLeaving() {
    return leaving != null;
  }

  /**
   * Those of these nodes that can go one after the other, the next one first; all where any may.
   */
  public List<NodeId> mayLeave(Collection<NodeId> nodes) {
    Set<NodeId> those = new HashSet<>(nodes);
    return leaving == null
        ? List.copyOf(nodes)
        : leaving.stream().takeWhile(those::contains).toList();
  }

  /** Why the cloud does not let exactly these go; empty if it does. */
  public Optional<Sentence> keeps(Collection<NodeId> going) {
    if (leaving == null || mayLeave(going).size() == Set.copyOf(going).size()) {
      return Optional.empty();
    }
    return Optional.of(next());
  }

  /** Which node the cloud lets go next. */
  public Sentence next() {
    if (leaving == null) {
      return Sentence.of("the cloud ends any of its {nodes}");
    }
    return leaving.isEmpty()
        ? Sentence.of("the cloud ends {nodes} in an order that is not known now")
        : Sentence.of(
            "the cloud ends {nodes} in an order of its own, and %s goes next", leaving.get(0));
  }

  /** The pool of a table; empty where every node may serve it. */
  public Optional<Pool> poolOf(TableId table) {
    return pools.stream()
        .filter(pool -> Collections.binarySearch(pool.tables(), table) >= 0)
        .findFirst();
  }

  /** The pool of a node, which is that of new nodes where nobody has assigned it. */
  public Optional<Pool> poolOf(NodeId node) {
    return pools.stream()
        .filter(pool -> Collections.binarySearch(pool.nodes(), node) >= 0)
        .findFirst()
        .or(() -> pools.stream().filter(Pool::takesNewNodes).findFirst());
  }

  /** Whether partitions of the table may be put on the node. */
  public boolean mayHold(NodeId node, TableId table) {
    if (drained.containsKey(node)) {
      return false;
    }
    Pool wanted = poolOf(table).orElse(null);
    return wanted == null || poolOf(node).filter(wanted::equals).isPresent();
  }

  /** The same for many questions, looked up once for each table and node. */
  public MayHold lookup() {
    return new MayHold(this);
  }

  /** Why nothing may be put on the node, whatever it is; empty where something may. */
  public Optional<Sentence> keepsEmpty(NodeId node) {
    return Optional.ofNullable(drained.get(node))
        .map(why -> Sentence.of("operators let nothing be put on %s: %s", node, why));
  }

  /** Why the store would ignore a compaction of the table's partitions there; empty if not. */
  public Optional<Sentence> ignoresCompaction(TableId table, NodeId node) {
    String ofTable = uncompacted.get(table);
    if (ofTable != null) {
      return Optional.of(Sentence.of("the store does not compact %s: %s", table, ofTable));
    }
    return Optional.ofNullable(uncompactedOn.get(node))
        .map(why -> Sentence.of("the store does not compact on %s: %s", node, why));
  }

  /** Whether the table's partitions may be split and merged. */
  public boolean mayReshape(TableId table) {
    return !keptInShape.containsKey(table);
  }

  /** The same without these nodes; who is taken back stays told, as it is to be replaced. */
  Restrictions withoutNodes(Set<NodeId> gone) {
    return new Restrictions(
        pools.stream()
            .map(
                pool ->
                    new Pool(
                        pool.name(),
                        pool.nodes().stream().filter(node -> !gone.contains(node)).toList(),
                        pool.tables(),
                        pool.takesNewNodes()))
            .toList(),
        uncompacted,
        uncompactedOn,
        keptInShape,
        leaving,
        takenBack,
        drained);
  }

  /** The same without these tables. */
  public Restrictions without(Collection<TableId> tables) {
    SortedMap<TableId, String> compacting = new TreeMap<>(uncompacted);
    SortedMap<TableId, String> shaped = new TreeMap<>(keptInShape);
    compacting.keySet().removeAll(tables);
    shaped.keySet().removeAll(tables);
    return new Restrictions(
        pools.stream()
            .map(
                pool ->
                    new Pool(
                        pool.name(),
                        pool.nodes(),
                        pool.tables().stream().filter(table -> !tables.contains(table)).toList(),
                        pool.takesNewNodes()))
            .toList(),
        compacting,
        uncompactedOn,
        shaped,
        leaving,
        takenBack,
        drained);
  }

  /** Answers {@link #mayHold} from what was looked up before. */
  public static final class MayHold {
    private final Restrictions restrictions;
    private final Map<TableId, Optional<Pool>> ofTables = new HashMap<>();
    private final Map<NodeId, Optional<Pool>> ofNodes = new HashMap<>();

    private MayHold(Restrictions restrictions) {
      this.restrictions = restrictions;
    }

    public boolean test(NodeId node, TableId table) {
      if (restrictions.drained.containsKey(node)) {
        return false;
      }
      if (restrictions.pools.isEmpty()) {
        return true;
      }
      Optional<Pool> wanted = ofTables.computeIfAbsent(table, restrictions::poolOf);
      return wanted.isEmpty()
          || Objects.equals(wanted, ofNodes.computeIfAbsent(node, restrictions::poolOf));
    }
  }
}
