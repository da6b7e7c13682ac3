package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.OptionalInt;

/** A node's machine is gone for good, and with it every copy of files and logs that it had. */
@JsonTypeName("machine-lost")
public record MachineLost(
    @JsonProperty(required = true) Duration at, @JsonProperty(required = true) int node)
    implements Fault {
  public MachineLost {
    Wanted.given("machine-lost.at", at);
    Wanted.number("machine-lost.node", node);
  }

  @Override
  public OptionalInt strikesNode() {
    return OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.loseMachine(node);
  }
}
