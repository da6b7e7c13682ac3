package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A node has a part of its CPU only.
 *
 * @param speed that it has left, over 0 and under 1
 */
@JsonTypeName("slow-node")
public record SlowNode(
    @JsonProperty(required = true) Duration at,
    @JsonProperty(required = true) Duration lasts,
    @JsonProperty(required = true) int node,
    @JsonProperty(required = true) double speed)
    implements Fault {
  public SlowNode {
    Wanted.spell("slow-node", at, lasts);
    Wanted.number("slow-node.node", node);
    Wanted.that(speed > 0 && speed < 1, "slow-node.speed", "over 0 and below 1", speed);
  }

  @Override
  public OptionalInt strikesNode() {
    return OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.slow(node, lasts, 1 / speed);
  }
}
