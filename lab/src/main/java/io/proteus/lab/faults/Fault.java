package io.proteus.lab.faults;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Something that goes wrong once. Used for one trial. */
interface Fault extends AutoCloseable {
  /** Longer than the servers repeat their counters. */
  String INTERVAL = "11s";

  /** How Proteus is started, both at first and after it died or gave up. */
  List<String> APPLY =
      List.of("apply", "--yes", "--samples", "1", "--interval", INTERVAL, "--regardless-of-load");

  /** Makes ready what it takes, before Proteus is started in this folder. */
  default void prepare(Path folder) throws PortException, IOException, InterruptedException {}

  /** What Proteus is to do meanwhile. */
  default List<String> command() {
    return APPLY;
  }

  /** How long Proteus waits for a server's metrics: for long on a busy machine, else it holds. */
  default Duration scrapeTimeout() {
    return Duration.ofSeconds(15);
  }

  /** Variables of Proteus's process. */
  default Map<String, String> environment() {
    return Map.of();
  }

  /**
   * Waits for its moment and strikes; returns while Proteus may still be at work. One that missed
   * has changed nothing, and is asked again of the next Proteus where this one had no plan.
   */
  Strike strike(Scene scene) throws PortException, IOException, InterruptedException;

  /** Takes away what is in the way, once Proteus has ended. */
  default void mend() throws IOException {}

  /** What must be true of this fault beside the rest. */
  default List<Check> checks(Scene scene) throws PortException {
    return List.of();
  }

  /** Whether it spares the store, so that a plan that was completed is in effect. */
  default boolean sparesTheStore() {
    return true;
  }

  /** Whether processes of the store may be dead when Proteus has ended, as it killed some. */
  default boolean mayLeaveDead() {
    return !sparesTheStore();
  }

  @Override
  default void close() throws PortException, IOException, InterruptedException {}
}
