package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/** Machines take so many times as long to boot. */
@JsonTypeName("launches-slow")
public record LaunchesSlow(
    @JsonProperty(required = true) Duration at,
    @JsonProperty(required = true) Duration lasts,
    @JsonProperty(required = true) double times)
    implements LastingFault {
  public LaunchesSlow {
    Wanted.spell("launches-slow", at, lasts);
    Wanted.over0("launches-slow.times", times);
  }

  @Override
  public double strength() {
    return times;
  }

  @Override
  public double bootTimes() {
    return times;
  }
}
