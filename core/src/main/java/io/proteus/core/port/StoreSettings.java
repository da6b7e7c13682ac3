package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.TableReport;
import java.util.Map;
import java.util.Set;

/** Reads the settings of a store. Each call is bounded. */
public interface StoreSettings {
  /**
   * Every live node; one that does not tell is there with the reason.
   *
   * @param keys what to ask for
   */
  Map<NodeId, NodeReport> ofNodes(Set<String> keys) throws PortException;

  /** Every table that is not the store's own. */
  Map<TableId, TableReport> ofTables() throws PortException;
}
