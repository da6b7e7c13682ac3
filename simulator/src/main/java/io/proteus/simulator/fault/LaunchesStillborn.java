package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/** Machines start and are paid for, and the store never hears of the process on them. */
@JsonTypeName("launches-stillborn")
public record LaunchesStillborn(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
    implements LastingFault {
  public LaunchesStillborn {
    Wanted.spell("launches-stillborn", at, lasts);
  }
}
