package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import java.util.Set;

/**
 * A node takes settings of a table for itself, so that they are tried there before all have them.
 */
public non-sealed interface LocalTableChanges extends Facet {
  /** The settings of tables and column families that a node takes so, in the store's own keys. */
  Set<String> localKeys();

  /**
   * Has a running node go by settings of its own for a table; for a key that is removed it goes by
   * the table again. It does so until it ends, or until the table is given another value of that
   * key: {@link io.proteus.core.cluster.Table#local} tells what it has.
   */
  void alterOn(NodeId node, TableId table, TableChange change) throws PortException;
}
