package io.proteus.app.bulkload;

import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.controller.configuration.Configuration;
import io.proteus.core.bulkload.CommonLoadSetting;
import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.bulkload.LoadPlanner;
import io.proteus.core.bulkload.LoadRefused;
import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.BulkLoadGuide;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoredTable;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A load with what it means for the cluster as it is.
 *
 * @param families of the table
 * @param attributes to be set on the table, in the store's own keys
 * @param memory how every node is to divide its heap; null when that stays
 * @param nodes that are live
 * @param remarks what else there is to know
 * @param commands to be run with the store's own tools; none when clients load
 */
record PlannedLoad(
    LoadPlan plan,
    TableChange change,
    List<String> families,
    Map<String, String> attributes,
    @Nullable MemorySplit memory,
    List<Node> nodes,
    List<Sentence> remarks,
    List<String> commands) {
  PlannedLoad {
    families = List.copyOf(families);
    attributes = Map.copyOf(attributes);
    nodes = List.copyOf(nodes);
    remarks = List.copyOf(remarks);
    commands = List.copyOf(commands);
  }

  /**
   * Plans a load on what is there now; reads only.
   *
   * @param folder in which files of keys are looked for
   * @throws io.proteus.core.units.InvalidValue when it cannot be made so; nothing was changed
   */
  static PlannedLoad on(ClusterConnection cluster, LoadOptions options, Path folder)
      throws PortException {
    LoadRequest request = options.request(cluster.tables());
    LoadRoute route = options.route();
    if (cluster.configuration().engine().excludeTables().stream()
        .map(name -> cluster.tables().named("engine.excludeTables", name))
        .anyMatch(request.table()::equals)) {
      throw new WrongUsage(
          "--table %s: is among engine.excludeTables, the tables that Proteus leaves alone."
              .formatted(request.table()));
    }
    Optional<StoredTable> there = cluster.tables().table(request.table());
    BulkLoadGuide guide = guide(cluster.configuration());
    LoadPlanner planner = options.planner(folder, there, guide.rules());
    List<Sentence> remarks = new ArrayList<>();
    Topology topology = cluster.store().topology();
    boolean holdsRows = there.map(table -> !table.empty()).orElse(false);
    LoadTarget target =
        target(
            topology,
            cluster.tables().heaps(),
            options.tableOnly(),
            holdsRows,
            guide.usualMemory());
    if (!topology.nodes().isEmpty()
        && topology.nodes().stream().allMatch(node -> node.memory() == null)) {
      remarks.add(
          Sentence.of(
              "No {node} tells how it divides its heap: %s's %s for {write buffers} is assumed.",
              cluster.words().store(), guide.usualMemory().writeBuffer()));
    }
    LoadPlan plan = plan(cluster, planner, request, target, route);
    TableChange change = TableChange.of(plan, there, options, cluster.words());
    if (change == TableChange.ALTER && holdsRows) {
      remarks.add(
          Sentence.of(
              "%s holds rows already: its readers feel the load, and `finish` compacts all of it.",
              request.table()));
    }
    options
        .nodeMemory()
        .flatMap(size -> guide.heapRemark(target, size))
        .map(Sentence::verbatim)
        .ifPresent(remarks::add);
    if (route == LoadRoute.PUTS && !target.memoryOnline() && !options.tableOnly()) {
      remarks.add(
          Sentence.of(
              "{Nodes} with %s, and with %s, take another division while they run; not all have"
                  + " both, and for the others it takes a restart.",
              cluster.words().whatDivides(), cluster.words().whatShrinks()));
    }
    MemorySplit memory = memory(plan);
    int others = topology.tables().size() - (there.isPresent() ? 1 : 0);
    if (memory != null && others > 0) {
      remarks.add(
          Sentence.of(
              "The {nodes}' heap serves {%,d other tables} too, with less cache meanwhile."
                  + " --table-only leaves it.",
              others));
    }
    List<String> families = there.map(StoredTable::families).orElse(options.families());
    Map<String, String> attributes = plan.attributes();
    there.ifPresent(table -> refuseWhereAFamilyWins(table, attributes));
    remarks.addAll(0, plan.remarks());
    return new PlannedLoad(
        plan,
        change,
        families,
        attributes,
        memory,
        topology.nodes(),
        remarks,
        route == LoadRoute.FILES
            ? cluster.tables().fileLoadCommands(request, families, plan.splits().partitions())
            : List.of());
  }

  /** The rules that come with an engine. */
  private static BulkLoadGuide guide(Configuration configuration) {
    return configuration
        .extensions()
        .engine()
        .bulkLoads()
        .orElseThrow(
            () ->
                new WrongUsage(
                    "bulk-load: the engine %s comes without rules for bulk loads."
                        .formatted(configuration.engine().type())));
  }

  /** What a column family has of its own wins over its table: the load would not be set up. */
  private static void refuseWhereAFamilyWins(StoredTable table, Map<String, String> attributes) {
    table
        .ofFamilies()
        .forEach(
            (family, own) ->
                new TreeMap<>(own)
                    .forEach(
                        (key, value) -> {
                          String wanted = attributes.get(key);
                          if (wanted != null && !wanted.equals(value)) {
                            throw new InvalidValue(
                                "--table %s: column family %s has %s=%s of its own, which wins over the table's, and the load wants %s there. Take it off the family until the load is finished, or load into another table."
                                    .formatted(table.id(), family, key, value, wanted));
                          }
                        }));
  }

  /** Refusals are core's, in core's words; who reads them knows the store's. */
  private static LoadPlan plan(
      ClusterConnection cluster,
      LoadPlanner planner,
      LoadRequest request,
      LoadTarget target,
      LoadRoute route) {
    try {
      return planner.plan(request, target, route);
    } catch (LoadRefused e) {
      throw e.in(cluster.words());
    }
  }

  private static LoadTarget target(
      Topology topology,
      Map<NodeId, ByteSize> heaps,
      boolean tableOnly,
      boolean holdsRows,
      MemorySplit usual)
      throws PortException {
    long all = 0;
    ByteSize least = null;
    MemorySplit memory = null;
    boolean online = !tableOnly && !topology.nodes().isEmpty();
    for (Node node : topology.nodes()) {
      ByteSize heap = heaps.get(node.id());
      if (heap == null || heap.bytes() == 0) {
        throw new PortException(
            "%s has not told its heap yet. Try again in a few seconds.".formatted(node.id()));
      }
      all += heap.bytes();
      // what a load gives to write buffers it takes back
      online &= node.memoryOnline() && node.shrinksOnline() && node.memory() != null;
      MemorySplit split = node.memory();
      if (least == null || heap.compareTo(least) < 0) {
        least = heap;
      }
      if (split != null
          && (memory == null || split.writeBuffer().compareTo(memory.writeBuffer()) < 0)) {
        memory = split;
      }
    }
    return new LoadTarget(
        topology.nodes().size(),
        least == null ? ByteSize.ZERO : least,
        ByteSize.ofBytes(all),
        memory == null ? usual : memory,
        online,
        holdsRows);
  }

  private static @Nullable MemorySplit memory(LoadPlan plan) {
    var write = plan.proposal(CommonLoadSetting.WRITE_BUFFER_SHARE);
    var read = plan.proposal(CommonLoadSetting.READ_CACHE_SHARE);
    return write.isPresent() && read.isPresent()
        ? MemorySplit.of(read.get().amount() / 100.0, write.get().amount() / 100.0)
        : null;
  }
}
