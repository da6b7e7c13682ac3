package io.proteus.app.cluster;

import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A store of which some tables are left alone ({@code engine.excludeTables}): nothing is known of
 * them, so nothing is decided or done about them.
 *
 * @param excluded as the store names them
 */
record WithoutTables(Store store, Set<TableId> excluded) implements Store {

  WithoutTables {
    excluded = Set.copyOf(excluded);
  }

  static Store of(Store store, Set<TableId> excluded) {
    return excluded.isEmpty() ? store : new WithoutTables(store, excluded);
  }

  @Override
  public String clusterId() throws PortException {
    return store.clusterId();
  }

  @Override
  public Topology topology() throws PortException {
    return managed(store.topology());
  }

  @Override
  public Sample sample() throws PortException {
    Sample all = store.sample();
    var counters = new HashMap<>(all.partitions());
    counters.keySet().removeAll(left(all.topology()));
    return new Sample(managed(all.topology()), counters, all.nodes(), all.basis());
  }

  @Override
  public SettingsChange written(SettingsChange settings) throws PortException {
    return store.written(settings);
  }

  private Set<PartitionId> left(Topology topology) {
    Set<PartitionId> left = new HashSet<>();
    for (Partition partition : topology.partitions()) {
      if (excluded.contains(partition.table())) {
        left.add(partition.id());
      }
    }
    return left;
  }

  private Topology managed(Topology all) {
    Set<PartitionId> left = left(all);
    Set<String> names =
        Stream.concat(left.stream().map(PartitionId::value), excluded.stream().map(TableId::value))
            .collect(Collectors.toSet());
    return new Topology(
            all.cluster(),
            all.at(),
            all.nodes(),
            all.deadNodes(),
            all.partitions().stream().filter(p -> !left.contains(p.id())).toList(),
            all.tables().stream().filter(table -> !excluded.contains(table.id())).toList(),
            all.inTransition().stream().filter(id -> !left.contains(id)).toList(),
            all.balancerOn(),
            all.gaps().stream().filter(gap -> !names.contains(gap.subject())).toList())
        .placedAs(all)
        .with(all.restrictions().without(excluded));
  }

  @Override
  public void close() {
    store.close();
  }
}
