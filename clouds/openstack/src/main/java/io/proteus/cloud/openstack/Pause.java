package io.proteus.cloud.openstack;

import io.proteus.core.port.PortException;
import java.time.Duration;

/** The time between two requests. */
@FunctionalInterface
interface Pause {
  /** Lets the time pass. */
  Pause SLEEP =
      time -> {
        try {
          Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new PortException("Interrupted while OpenStack was asked.", e);
        }
      };

  void take(Duration time) throws PortException;
}
