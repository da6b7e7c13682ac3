package io.proteus.core.port;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A store. Everything that changes the store may be asked for twice without harm, returns once the
 * store has accepted it (not once it is done: the next {@link Topology} shows that), and is only
 * called when {@link #capabilities} has the matching entry.
 */
public interface Engine extends AutoCloseable {

  /** What this store allows. */
  Set<Capability> capabilities();

  /**
   * The cluster's own name or id, as {@link Topology#cluster} has it: it outlives restarts, and no
   * other cluster has it.
   */
  String clusterId() throws PortException;

  /** Who is there and who serves what, now. Light enough to be asked every second. */
  Topology topology() throws PortException;

  /**
   * The topology with all counters. What could not be read is a gap in the topology, never zero.
   */
  Sample sample() throws PortException;

  /** Puts a partition on a node ({@link Capability#MOVE_PARTITION}). */
  void move(PartitionId partition, NodeId to) throws PortException;

  /** Divides a running node's heap anew ({@link Capability#MEMORY_SPLIT_ONLINE}). */
  void setMemorySplit(NodeId node, MemorySplit split) throws PortException;

  /**
   * Has a node go by what it is started with from its next start on, whatever it was set to while
   * it ran; now it stays as it is.
   */
  void forgetMemorySplit(NodeId node) throws PortException;

  /**
   * Sets a table's block size ({@link Capability#BLOCK_SIZE_ONLINE}). A partition may take it only
   * when it is next opened, as after a move, and its data has it once it is written anew.
   */
  void setBlockSize(TableId table, ByteSize blockSize) throws PortException;

  /**
   * Sets and removes what is set on a table and its column families ({@link
   * Capability#TABLE_SETTINGS_ONLINE}); its partitions are opened anew for it where that is needed.
   */
  void alter(TableId table, TableChange change) throws PortException;

  /** Rewrites a partition's files where it is served ({@link Capability#COMPACT_PARTITION}). */
  void compact(PartitionId partition) throws PortException;

  /**
   * Switches compactions off or on, on some nodes ({@link Capability#PAUSE_COMPACTIONS}); such as
   * run there end unfinished. A node that restarts has them on; one that is gone is left out.
   */
  void switchCompactions(Set<NodeId> nodes, boolean on) throws PortException;

  /**
   * Has these nodes, and no others, read what they open from now on into their caches at once
   * ({@link Capability#PREFETCH}), until it is asked for others or none, and for no longer than
   * this engine is open. A node that cannot, or is gone, is left out.
   */
  void prefetch(Set<NodeId> nodes) throws PortException;

  /** Switches the store's own balancer ({@link Capability#SWITCH_BALANCER}). */
  void switchBalancer(boolean on) throws PortException;

  /**
   * Strikes a node that was stopped for good off the list of the dead ({@link Capability#RESIZE}).
   */
  void forget(NodeId node) throws PortException;

  /** What {@link #switchBalancer} and {@link #switchCompactions} have switched off and not on. */
  SwitchedOff switchedOff() throws PortException;

  /** The settings by which a node that starts gets this split, in the store's own keys. */
  Map<String, String> settingsOf(MemorySplit split);

  /**
   * Claims the cluster for one Proteus, in the cluster itself.
   *
   * @param who shown to whoever comes second
   * @throws AlreadyClaimed when another Proteus holds it
   */
  Claim claim(String who) throws PortException;

  /** Who holds the claim now; empty when nobody does. */
  Optional<Holder> holder() throws PortException;

  @Override
  void close();
}
