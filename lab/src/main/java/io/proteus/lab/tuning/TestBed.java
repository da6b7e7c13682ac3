package io.proteus.lab.tuning;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.Map;

/** What settings are tried on. */
interface TestBed extends AutoCloseable {
  /** Before the first trial. */
  void warmUp() throws PortException, IOException, InterruptedException;

  /**
   * Tries a setting.
   *
   * @param number of the trial, counted from 1
   * @param values by parameter's name
   * @return operations answered, a second
   * @throws PortException or IOException when it cannot be measured; the next may be
   */
  double measure(int number, Map<String, String> values)
      throws PortException, IOException, InterruptedException;

  /** Whether it is being ended, so that what fails says nothing of a setting. */
  boolean isEnding();

  @Override
  void close() throws PortException, IOException;
}
