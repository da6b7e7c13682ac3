package io.proteus.core.port;

import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;

/** Tables have settings of their own, which can be changed while they serve. */
public non-sealed interface TableChanges extends Facet {
  /**
   * Sets and removes what is set on a table and its column families. Its partitions are opened anew
   * for it where that is needed.
   */
  void alter(TableId table, TableChange change) throws PortException;
}
