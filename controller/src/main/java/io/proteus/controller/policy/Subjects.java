package io.proteus.controller.policy;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.StoredFiles;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.ByteSize;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every table and node of a situation.
 *
 * @param nodeMemory of each node's host; null when it is not known
 * @param expected what tables are to hold once they are loaded, as operators say
 * @param idleBelow requests per second below which a table or node is not used
 */
record Subjects(
    ParameterCatalogue catalogue,
    SettingsGuide guide,
    @Nullable ByteSize nodeMemory,
    Map<TableId, ByteSize> expected,
    double idleBelow) {

  /** The tables, then the nodes, each by name. */
  List<Subject> of(Situation now) {
    Map<TableId, Sum> byTable = new HashMap<>();
    Map<NodeId, Sum> byNode = new HashMap<>();
    Set<String> unreported = new HashSet<>();
    for (Gap gap : now.latest().gaps()) {
      if (gap.kind() == Gap.Kind.COUNTERS_MISSING) {
        unreported.add(gap.subject());
      }
    }
    for (Partition partition : now.topology().partitions()) {
      RequestRates rates = now.rates().get(partition.id());
      boolean sized = !unreported.contains(partition.id().value());
      byTable
          .computeIfAbsent(partition.table(), t -> new Sum())
          .add(partition, now.basis().tellsTables() ? rates : null, sized);
      if (partition.node() != null) {
        byNode.computeIfAbsent(partition.node(), n -> new Sum()).add(partition, rates, sized);
      }
    }
    List<Subject> subjects = new ArrayList<>();
    for (Table table : now.topology().tables()) {
      Sum sum = byTable.getOrDefault(table.id(), new Sum());
      subjects.add(
          new Subject(
              table,
              null,
              sum.requests(),
              sum.isUsed(idleBelow),
              situation(now, sum, now.topology().nodes(), expected.get(table.id())),
              ofTable(table, now)));
    }
    for (Node node : now.topology().nodes()) {
      Sum sum = byNode.getOrDefault(node.id(), new Sum());
      subjects.add(
          new Subject(
              null,
              node,
              sum.requests(),
              sum.isUsed(idleBelow),
              situation(now, sum, List.of(node), null),
              ofNodes(List.of(node), now)));
    }
    return subjects;
  }

  private Map<String, Object> situation(
      Situation now, Sum sum, List<Node> nodes, @Nullable ByteSize told) {
    Map<String, Object> situation = new TreeMap<>();
    if (nodeMemory != null) {
      situation.put("memory", BigDecimal.valueOf(nodeMemory.bytes()));
    }
    situation.put("nodes", BigDecimal.valueOf(now.topology().nodes().size()));
    situation.put("partitions", BigDecimal.valueOf(sum.partitions));
    if (sum.sized) {
      situation.put("dataSize", BigDecimal.valueOf(sum.bytes));
      situation.put("emptyTable", sum.bytes == 0);
      long expects = told == null ? sum.bytes : Math.max(sum.bytes, told.bytes());
      situation.put("expectedSize", BigDecimal.valueOf(expects));
    }
    sum.addFiles(situation);
    heapUsed(nodes, now).ifPresent(used -> situation.put("heapUsed", used));
    RequestRates requests = sum.requests();
    if (requests == null) {
      return situation;
    }
    if (sum.isUsed(idleBelow)) {
      double reads = requests.reads() + requests.scans();
      situation.put("reads", share(reads, requests.total()));
      situation.put("writes", share(requests.writes(), requests.total()));
      situation.put("scans", reads > 0 ? share(requests.scans(), reads) : BigDecimal.ZERO);
    } else if (sum.sized && sum.bytes == 0 && sum.partitions > 0) {
      // PCM-6: what an empty table gets first can only be written
      situation.put("reads", BigDecimal.ZERO);
      situation.put("writes", BigDecimal.ONE);
      situation.put("scans", BigDecimal.ZERO);
    }
    return situation;
  }

  /** The fullest heap's share that is used; empty where one is not known. */
  private static Optional<BigDecimal> heapUsed(List<Node> nodes, Situation now) {
    double fullest = 0;
    for (Node node : nodes) {
      NodeLoad load = now.loads().get(node.id());
      ByteSize used = load == null ? null : load.heapUsed();
      ByteSize most = load == null ? null : load.heapMax();
      if (used == null || most == null || most.bytes() == 0) {
        return Optional.empty();
      }
      fullest = Math.max(fullest, (double) used.bytes() / most.bytes());
    }
    return nodes.isEmpty() ? Optional.empty() : Optional.of(share(fullest, 1));
  }

  private static BigDecimal share(double part, double whole) {
    return BigDecimal.valueOf(Math.min(1, part / whole)).stripTrailingZeros();
  }

  private Map<String, Object> ofTable(Table table, Situation now) {
    Map<String, Object> present = ofNodes(now.topology().nodes(), now);
    TableSettings settings = table.settings();
    if (settings == null) {
      return present;
    }
    for (Parameter parameter : catalogue.parameters()) {
      setOn(settings, parameter)
          .flatMap(value -> PolicyValues.typed(parameter, value))
          .ifPresent(value -> present.put(parameter.name(), value));
    }
    return present;
  }

  /** The one value that a table's column families have, or the table. */
  static Optional<String> setOn(TableSettings settings, Parameter parameter) {
    Set<String> ofFamilies = new HashSet<>();
    if (parameter.isSetFor(Scope.COLUMN_FAMILY)) {
      settings
          .families()
          .values()
          .forEach(own -> ofFamilies.add(own.get(parameter.keyFor(Scope.COLUMN_FAMILY))));
      ofFamilies.removeIf(Objects::isNull);
    }
    if (!ofFamilies.isEmpty()) {
      return ofFamilies.size() == 1 ? ofFamilies.stream().findFirst() : Optional.empty();
    }
    return parameter.isSetFor(Scope.TABLE)
        ? Optional.ofNullable(settings.values().get(parameter.keyFor(Scope.TABLE)))
        : Optional.empty();
  }

  /**
   * The values that all nodes share; of heaps the smallest, because the policy must fit there too.
   */
  private Map<String, Object> ofNodes(List<Node> nodes, Situation now) {
    Map<String, Object> present = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Long heap = null;
    boolean known = !nodes.isEmpty();
    Set<MemorySplit> splits = new HashSet<>();
    for (Node node : nodes) {
      NodeLoad load = now.loads().get(node.id());
      ByteSize most = load == null ? null : load.heapMax();
      known &= most != null;
      if (most != null) {
        heap = heap == null ? most.bytes() : Math.min(heap, most.bytes());
      }
      if (node.memory() != null) {
        splits.add(node.memory());
      }
    }
    if (known && heap != null) {
      put(present, guide.heapKey(), BigDecimal.valueOf(heap));
    }
    if (splits.size() == 1) {
      MemorySplit split = splits.iterator().next();
      put(present, guide.readCacheKey(), BigDecimal.valueOf(split.readCache().value()));
      put(present, guide.writeBufferKey(), BigDecimal.valueOf(split.writeBuffer().value()));
    }
    Map<String, String> started = nodes.size() == 1 ? nodes.get(0).settings() : null;
    if (started != null) {
      started.forEach(
          (key, value) ->
              catalogue
                  .find(key)
                  .ifPresent(
                      parameter ->
                          PolicyValues.typed(parameter, value)
                              .ifPresent(typed -> present.put(parameter.name(), typed))));
    }
    return present;
  }

  private void put(Map<String, Object> present, String key, BigDecimal value) {
    catalogue.find(key).ifPresent(parameter -> present.put(parameter.name(), value));
  }

  /** Sums over partitions. */
  private static final class Sum {
    private int partitions;
    private long bytes;
    private boolean sized = true;
    private boolean hasFiles = true;
    private long files;
    private long compacting;
    private long waiting;
    private @Nullable RequestRates requests;

    void add(Partition partition, @Nullable RequestRates rates, boolean hasSize) {
      partitions++;
      bytes += partition.size().bytes();
      sized &= hasSize;
      add(hasSize ? partition.files() : null);
      if (rates != null) {
        requests = requests == null ? rates : requests.plus(rates);
      }
    }

    private void add(@Nullable StoredFiles of) {
      hasFiles &= of != null;
      if (of != null) {
        files += of.count();
        waiting += of.waiting();
        compacting += of.waiting() > 0 ? of.compacting() : 0;
      }
    }

    /** Files of a partition on average, and what share of running compactions is still to do. */
    void addFiles(Map<String, Object> situation) {
      if (hasFiles && partitions > 0) {
        situation.put("storeFiles", BigDecimal.valueOf((double) files / partitions));
        situation.put(
            "compacting",
            compacting == 0 ? BigDecimal.ZERO : BigDecimal.valueOf((double) waiting / compacting));
      }
    }

    @Nullable RequestRates requests() {
      return requests;
    }

    boolean isUsed(double idleBelow) {
      RequestRates all = requests;
      return all != null && all.total() > 0 && all.total() >= idleBelow;
    }
  }
}
