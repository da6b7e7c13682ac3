package io.proteus.engine.redis;

import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import org.jspecify.annotations.Nullable;

/**
 * Asked before each order of a move.
 *
 * @param claim under which it was begun; null where none was held then
 */
record Permit(@Nullable Claim claim) {

  /**
   * Returns where the order may be given.
   *
   * @throws PortException where the claim is lost
   * @throws InterruptedException where the store is being closed
   */
  void ask() throws PortException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (claim != null) {
      claim.confirm();
    }
  }
}
