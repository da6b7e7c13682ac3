package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.proteus.simulator.input.UnitNumbers;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/** A share of the calls to the store fails. */
@JsonTypeName("store-errors")
public record StoreErrors(
    @JsonProperty(required = true) Duration at,
    @JsonProperty(required = true) Duration lasts,
    @JsonProperty(required = true) @JsonDeserialize(using = UnitNumbers.Share.class) double share)
    implements LastingFault {
  public StoreErrors {
    Wanted.spell("store-errors", at, lasts);
    Wanted.share("store-errors.share", share);
  }

  @Override
  public double strength() {
    return share;
  }
}
