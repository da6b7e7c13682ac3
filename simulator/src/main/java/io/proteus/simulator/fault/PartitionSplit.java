package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.OptionalInt;

/** The store splits a partition in two. */
@JsonTypeName("partition-split")
public record PartitionSplit(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) int partition)
    implements Fault {
  public PartitionSplit {
    Wanted.given("partition-split.at", at);
    Wanted.number("partition-split.partition", partition);
  }

  @Override
  public OptionalInt strikesPartition() {
    return OptionalInt.of(partition);
  }

  @Override
  public void strike(FaultTarget target) {
    target.split(partition);
  }

  @Override
  public int newPartitions() {
    return 1;
  }
}
