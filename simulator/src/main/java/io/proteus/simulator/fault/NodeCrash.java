package io.proteus.simulator.fault;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A node's process dies; the store gives its partitions to others. Its machine goes on, and so do
 * the copies of files and logs on it.
 *
 * @param backAfter when somebody starts it again; null: never
 */
@JsonTypeName("node-crash")
public record NodeCrash(
    @JsonProperty(required = true) Duration at,
    @JsonProperty(required = true) int node,
    @Nullable Duration backAfter)
    implements Fault {
  public NodeCrash {
    Wanted.given("node-crash.at", at);
    Wanted.number("node-crash.node", node);
  }

  @Override
  public OptionalInt strikesNode() {
    return OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.crash(node, backAfter);
  }
}
