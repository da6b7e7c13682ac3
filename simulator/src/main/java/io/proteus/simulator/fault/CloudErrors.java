package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.proteus.simulator.input.UnitNumbers;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/** A share of the calls to the cloud fails. */
@JsonTypeName("cloud-errors")
public record CloudErrors(
    @JsonProperty(required = true) Duration at,
    @JsonProperty(required = true) Duration lasts,
    @JsonProperty(required = true) @JsonDeserialize(using = UnitNumbers.Share.class) double share)
    implements LastingFault {
  public CloudErrors {
    Wanted.spell("cloud-errors", at, lasts);
    Wanted.share("cloud-errors.share", share);
  }

  @Override
  public double strength() {
    return share;
  }
}
