package io.proteus.simulator.fault;

import java.time.Duration;

/**
 * A fault that lasts, and that the simulated store or cloud asks for while it does. Where several
 * of one kind overlap, each lasts its time, and the strongest of them counts.
 */
public interface LastingFault extends Fault {

  /** From its beginning to its end. */
  Duration lasts();

  /** How strong it is, in a unit of its own. */
  default double strength() {
    return 1;
  }

  @Override
  default void strike(FaultTarget target) {
    target.begin(this);
  }
}
