package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A node tells nothing.
 *
 * @param node null: none of them tells anything
 */
@Section("a node, or without `node` all of them, tells nothing")
public record MetricsLost(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts,
    @Key(doc = "number of the node, from 0", zero = true) @Nullable Integer node)
    implements Fault {
  @Override
  public OptionalInt strikesNode() {
    return node == null ? OptionalInt.empty() : OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.silence(node, lasts);
  }
}
