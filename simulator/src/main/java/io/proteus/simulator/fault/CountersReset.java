package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.OptionalInt;

/** A partition's counters begin anew. */
@JsonTypeName("counters-reset")
public record CountersReset(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) int partition)
    implements Fault {
  public CountersReset {
    Wanted.given("counters-reset.at", at);
    Wanted.number("counters-reset.partition", partition);
  }

  @Override
  public OptionalInt strikesPartition() {
    return OptionalInt.of(partition);
  }

  @Override
  public void strike(FaultTarget target) {
    target.resetCounters(partition);
  }
}
