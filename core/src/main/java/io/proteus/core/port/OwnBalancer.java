package io.proteus.core.port;

/** The store places partitions by itself, and can be had leave that to Proteus. */
public non-sealed interface OwnBalancer extends Facet {
  /** Switches the store's balancer. */
  void switchBalancer(boolean on) throws PortException;

  /**
   * Whether Proteus has switched it off and not on again. The store keeps this, so the next leader
   * knows it whatever its journal says.
   */
  boolean balancerSwitchedOff() throws PortException;
}
