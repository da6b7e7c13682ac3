package io.proteus.lab.runner;

import io.proteus.core.port.PortException;
import java.io.IOException;

/**
 * What an experiment is measured on: a cluster that is up and warm, or a simulator. Closing it
 * leaves nothing of it behind.
 *
 * @param <C> what is compared
 * @param <M> what is measured of it
 */
public interface Bed<C, M> extends AutoCloseable {

  /**
   * Measures.
   *
   * @throws PortException or IOException when it cannot be measured; the next turn may be
   */
  M measure(Turn<C> turn) throws PortException, IOException, InterruptedException;

  /** Does what is done after the last turn of a repeat, measured or not. */
  default void endRound(Turn<C> last) throws PortException, IOException, InterruptedException {}

  /** Whether this can be measured on it; else another is brought up. */
  default boolean serves(C what) {
    return true;
  }

  /** Whether the process was asked to end, so that what fails from now on says nothing. */
  default boolean isEnding() {
    return false;
  }

  @Override
  default void close() throws PortException, IOException {}
}
