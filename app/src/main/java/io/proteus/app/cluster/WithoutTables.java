package io.proteus.app.cluster;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Engine;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import io.proteus.core.port.SwitchedOff;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A store of which some tables are left alone ({@code engine.excludeTables}): nothing is known of
 * them, so nothing is decided or done about them.
 *
 * @param excluded as the store names them
 */
record WithoutTables(Engine engine, Set<TableId> excluded) implements Engine {

  WithoutTables {
    excluded = Set.copyOf(excluded);
  }

  static Engine of(Engine engine, Set<TableId> excluded) {
    return excluded.isEmpty() ? engine : new WithoutTables(engine, excluded);
  }

  @Override
  public String clusterId() throws PortException {
    return engine.clusterId();
  }

  @Override
  public Topology topology() throws PortException {
    return managed(engine.topology());
  }

  @Override
  public Sample sample() throws PortException {
    Sample all = engine.sample();
    var counters = new HashMap<>(all.partitions());
    counters.keySet().removeAll(left(all.topology()));
    return new Sample(managed(all.topology()), counters, all.nodes());
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
        all.gaps().stream().filter(gap -> !names.contains(gap.subject())).toList());
  }

  @Override
  public Set<Capability> capabilities() {
    return engine.capabilities();
  }

  @Override
  public void move(PartitionId partition, NodeId to) throws PortException {
    engine.move(partition, to);
  }

  @Override
  public void setMemorySplit(NodeId node, MemorySplit split) throws PortException {
    engine.setMemorySplit(node, split);
  }

  @Override
  public void forgetMemorySplit(NodeId node) throws PortException {
    engine.forgetMemorySplit(node);
  }

  @Override
  public void setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    engine.setBlockSize(table, blockSize);
  }

  @Override
  public void alter(TableId table, TableChange change) throws PortException {
    engine.alter(table, change);
  }

  @Override
  public void compact(PartitionId partition) throws PortException {
    engine.compact(partition);
  }

  @Override
  public void switchCompactions(Set<NodeId> nodes, boolean on) throws PortException {
    engine.switchCompactions(nodes, on);
  }

  @Override
  public void prefetch(Set<NodeId> nodes) throws PortException {
    engine.prefetch(nodes);
  }

  @Override
  public void switchBalancer(boolean on) throws PortException {
    engine.switchBalancer(on);
  }

  @Override
  public void forget(NodeId node) throws PortException {
    engine.forget(node);
  }

  @Override
  public Map<String, String> settingsOf(MemorySplit split) {
    return engine.settingsOf(split);
  }

  @Override
  public Claim claim(String who) throws PortException {
    return engine.claim(who);
  }

  @Override
  public SwitchedOff switchedOff() throws PortException {
    return engine.switchedOff();
  }

  @Override
  public Optional<Holder> holder() throws PortException {
    return engine.holder();
  }

  @Override
  public void close() {
    engine.close();
  }
}
