package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;

/** Proteus is killed, between any two of its next calls, and started again 5 s later. */
@JsonTypeName("controller-crash")
public record ControllerCrash(@JsonProperty(required = true) Duration at) implements Fault {
  public ControllerCrash {
    Wanted.given("controller-crash.at", at);
  }

  @Override
  public void strike(FaultTarget target) {
    target.killController();
  }
}
