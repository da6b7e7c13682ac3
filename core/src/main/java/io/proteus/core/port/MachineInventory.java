package io.proteus.core.port;

import java.util.List;

/** A cloud that knows more of its machines than which run. */
public non-sealed interface MachineInventory extends Facet, CloudFacet {
  /** The cluster that the {@link MachineTags} of this cluster's machines name. */
  String cluster();

  /**
   * The machines of {@link Machines#machines}, each with what the cloud knows of it. Machines that
   * carry no {@link MachineTags} of this cluster are not among them, unless an operator listed them
   * in the cloud's settings.
   */
  List<Machine> inventory() throws PortException;
}
