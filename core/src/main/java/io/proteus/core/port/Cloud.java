package io.proteus.core.port;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
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
   * Ends a node that holds nothing any more ({@link Capability#RESIZE}).
   *
   * <p>That says nothing of what its machine stores besides. Where that also carries a part of the
   * store's file system (a DataNode of HDFS), it is for the cloud to let that part live on, or to
   * end the machine only once the file system has all its copies elsewhere: several nodes may be
   * ended within seconds, sooner than any file system misses the first.
   */
  void terminate(NodeId node) throws PortException;
}
