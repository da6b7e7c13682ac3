package io.proteus.lab.bulkload;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What the bulk load experiment loads into. */
interface LoadBed extends AutoCloseable {
  /**
   * A configuration at a data size.
   *
   * @param regions that the table was split into; 1: none
   * @param attributes that were set on it
   */
  record Setup(
      String id, long rows, String description, int regions, Map<String, String> attributes) {
    public Setup {
      attributes = Map.copyOf(attributes);
    }
  }

  /** Starts servers that have died, and waits for them; whether there were any. */
  boolean startDeadServers() throws PortException, InterruptedException;

  /** Those that have died since. */
  List<NodeId> deadServers() throws PortException;

  /** Gives servers the caps that they are measured with. */
  void cap() throws PortException;

  /** Lets servers use what the machine has. */
  void liftCaps() throws PortException;

  /**
   * Makes the table anew and empty, set up for these rows, and divides the servers' heaps.
   *
   * @return what was set
   */
  Setup setUp(LoadConfiguration configuration, long rows)
      throws PortException, IOException, InterruptedException;

  /** Loads into the table that was set up, counts what is there, and drops it. */
  LoadTrial load(LoadConfiguration configuration, long rows, int repeat)
      throws PortException, IOException, InterruptedException;

  /** Whether the process was asked to end: what fails from then on says nothing. */
  boolean isEnding();

  @Override
  void close() throws PortException, IOException;
}
