package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/** The cloud refuses to start machines. */
@JsonTypeName("launches-fail")
public record LaunchesFail(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
    implements LastingFault {
  public LaunchesFail {
    Wanted.spell("launches-fail", at, lasts);
  }
}
