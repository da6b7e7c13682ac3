package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/**
 * The cloud does not list machines yet that are younger than a minute and have not served: who asks
 * again then gets one more than was wanted.
 */
@JsonTypeName("launches-unseen")
public record LaunchesUnseen(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
    implements LastingFault {
  public LaunchesUnseen {
    Wanted.spell("launches-unseen", at, lasts);
  }
}
