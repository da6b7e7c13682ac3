package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store besides HBase that {@code proteus local} brings up, loads and ends. */
public interface LocalStore {

  /** The name in {@code --store}. */
  String name();

  /** Whether a folder holds a cluster of it. */
  boolean isIn(Path folder);

  /**
   * What is wanted of a new cluster.
   *
   * @param cores that each node may use; null is no cap
   * @param properties of all nodes, in their own keys
   * @param portBase of its nodes; null where it does not matter
   */
  record Wishes(
      int nodes,
      @Nullable Double cores,
      Map<String, String> properties,
      @Nullable Integer portBase) {}

  /** Brings it up, and writes a proteus.yaml for it. */
  int up(Environment environment, Path folder, Wishes wishes) throws PortException;

  /**
   * Has clients work on it.
   *
   * @param rows that are written first
   * @param rate of requests per second at most; null is as fast as they are answered
   * @param length null is until it is interrupted
   */
  int load(
      Environment environment,
      Path folder,
      int rows,
      @Nullable Double rate,
      @Nullable Duration length)
      throws PortException, InterruptedException;

  /** Shows its processes. */
  int status(Environment environment, Path folder) throws PortException;

  /**
   * Ends it.
   *
   * @param delete its data, too
   */
  int down(Environment environment, Path folder, boolean delete) throws PortException;
}
