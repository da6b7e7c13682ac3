package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A node tells nothing.
 *
 * @param node null: none of them tells anything
 */
@JsonTypeName("metrics-lost")
public record MetricsLost(
    @JsonProperty(required = true) Duration at,
    @JsonProperty(required = true) Duration lasts,
    @Nullable Integer node)
    implements Fault {
  public MetricsLost {
    Wanted.spell("metrics-lost", at, lasts);
    Wanted.number("metrics-lost.node", node == null ? 0 : node);
  }

  @Override
  public OptionalInt strikesNode() {
    return node == null ? OptionalInt.empty() : OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.silence(node, lasts);
  }
}
