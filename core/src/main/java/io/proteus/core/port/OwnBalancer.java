package io.proteus.core.port;

/** The store places partitions by itself, and can be had leave that to Proteus. */
public non-sealed interface OwnBalancer extends Facet {
  /** Switches the store's balancer. */
  void switchBalancer(boolean on) throws PortException;

  /**
   * Whether Proteus has switched it off and not on again. The store itself keeps it, so that
   * whoever leads next knows of it whatever journal it has.
   */
  boolean balancerSwitchedOff() throws PortException;
}
