package io.proteus.core.port;

import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;

/** Tables have settings of their own, which can be changed while they serve. */
public non-sealed interface TableChanges extends Facet {
  /**
   * Changes the settings of a table and its column families. The store reopens partitions where
   * necessary.
   */
  void alter(TableId table, TableChange change) throws PortException;
}
