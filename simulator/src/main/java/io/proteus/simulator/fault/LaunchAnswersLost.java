package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/**
 * The cloud starts machines, but says that it failed. Who asks again says how many there are to be
 * in all, as {@link io.proteus.core.port.Machines#launch} wants it, and so gets no second one,
 * unless the first is not listed yet ({@link LaunchesUnseen}).
 */
@JsonTypeName("launch-answers-lost")
public record LaunchAnswersLost(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
    implements LastingFault {
  public LaunchAnswersLost {
    Wanted.spell("launch-answers-lost", at, lasts);
  }
}
