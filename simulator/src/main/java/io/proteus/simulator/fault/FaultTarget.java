package io.proteus.simulator.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a fault can do to a simulated cluster. Numbers of nodes and partitions count from 0 in the
 * order of their names; past the last one the count begins anew.
 */
public interface FaultTarget {

  /**
   * Ends a node's process.
   *
   * @param backAfter when somebody starts it again; null: never
   */
  void crash(int node, @Nullable Duration backAfter);

  /** Takes a node's machine away, with all that it stores. */
  void loseMachine(int node);

  /** Makes a node so many times slower for a while. */
  void slow(int node, Duration lasts, double times);

  /**
   * Has a node tell nothing for a while.
   *
   * @param node null: all of them
   */
  void silence(@Nullable Integer node, Duration lasts);

  /** Begins a partition's counters anew. */
  void resetCounters(int partition);

  /** Splits a partition in two. */
  void split(int partition);

  /** Kills Proteus between any two of its next calls. */
  void killController();

  /** Switches on what the store or the cloud asks for by the fault's class. */
  void begin(LastingFault fault);
}
