package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/** All counters stand still. */
@JsonTypeName("metrics-stale")
public record MetricsStale(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) Duration lasts)
    implements LastingFault {
  public MetricsStale {
    Wanted.spell("metrics-stale", at, lasts);
  }
}
