package io.proteus.core.port;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * Where the nodes run: starts, restarts and ends them (MET-10). Every call may be repeated without
 * harm and returns once the work is accepted; the store's topology shows when it is done.
 */
public interface Cloud {

  /**
   * {@link Capability#RESTART_NODE} and {@link Capability#RESIZE}, as far as this cloud has them.
   */
  Set<Capability> capabilities();

  /**
   * Restarts a node with other settings; starts it when it is down ({@link
   * Capability#RESTART_NODE}).
   *
   * @param settings what it is started with besides, and without, in the store's own keys; they
   *     stay
   */
  void restart(NodeId node, SettingsChange settings) throws PortException;

  /**
   * Starts one more node, unless there are {@code total} already ({@link Capability#RESIZE}).
   *
   * @param total how many nodes there are to be afterwards, those still starting included
   * @param settings of the new node, in the store's own keys
   */
  void launch(int total, Map<String, String> settings) throws PortException;

  /**
   * The machines of this cluster that run, each by the name of the node that is to be on it, and
   * since when. Those whose node is still starting, or never came, are among them; those that were
   * not started for this cluster are not. None where there is no {@link Capability#RESIZE}.
   */
  Map<NodeId, Instant> machines() throws PortException;

  /**
   * Ends a node that holds nothing any more, and the machine under it, whether the node ever came
   * or not ({@link Capability#RESIZE}).
   *
   * <p>That says nothing of what its machine stores besides. Where that also carries a part of the
   * store's file system, it is for the cloud to let that part live on, or to end the machine only
   * once the file system has all its copies elsewhere: several nodes may be ended within seconds,
   * sooner than any file system misses the first.
   */
  void terminate(NodeId node) throws PortException;
}
