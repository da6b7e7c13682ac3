package io.proteus.core.port;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

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

  /**
   * What one more machine would cost an hour; empty where that is not known. The cloud is not asked
   * for it.
   *
   * @param running the machines of {@link #inventory}
   */
  default Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    return Optional.empty();
  }
}
