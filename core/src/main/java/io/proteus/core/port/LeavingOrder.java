package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.util.List;

/**
 * A cloud that ends its machines in an order of its own, as a StatefulSet of Kubernetes does. A
 * cloud without this facet ends any of them.
 */
public non-sealed interface LeavingOrder extends Facet, CloudFacet {
  /**
   * The nodes of {@link Machines#machines}, the one that has to go next first. The second can go
   * once the first is gone.
   */
  List<NodeId> leaving() throws PortException;
}
