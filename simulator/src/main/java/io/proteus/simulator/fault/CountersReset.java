package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;
import java.util.OptionalInt;

/** A partition's counters begin anew. */
@Section("a partition's counters begin anew")
public record CountersReset(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "number of the partition, from 0", zero = true) int partition)
    implements Fault {
  @Override
  public OptionalInt strikesPartition() {
    return OptionalInt.of(partition);
  }

  @Override
  public void strike(FaultTarget target) {
    target.resetCounters(partition);
  }
}
