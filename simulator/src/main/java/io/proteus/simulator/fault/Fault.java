package io.proteus.simulator.fault;

import io.proteus.core.setting.Variants;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Something that goes wrong. Nodes and partitions are counted from 0 in the order of their names.
 * {@link Faults} lists all kinds; a file calls each by its class's name, as {@code node-crash}.
 */
@Variants("fault")
public interface Fault {

  /** When it begins. */
  Duration at();

  /** Does to the simulated cluster what it is there for. */
  void strike(FaultTarget target);

  /** The one node that it strikes, counted from 0; empty where it strikes none, or all. */
  default OptionalInt strikesNode() {
    return OptionalInt.empty();
  }

  /** The one partition that it strikes, counted from 0; empty where it strikes none. */
  default OptionalInt strikesPartition() {
    return OptionalInt.empty();
  }

  /** Partitions that there are more of after it. */
  default int newPartitions() {
    return 0;
  }

  /** How many times as long a machine takes to boot because of it. */
  default double bootTimes() {
    return 1;
  }
}
