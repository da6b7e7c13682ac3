package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A node has a part of its CPU only.
 *
 * @param speed that it has left, over 0 and under 1
 */
@Section("a node has that share of its CPU")
public record SlowNode(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts,
    @Key(doc = "number of the node, from 0", zero = true) int node,
    @Key(doc = "CPU that is left, over what it had", range = "over 0 and below 1") double speed)
    implements Fault {
  @Override
  public OptionalInt strikesNode() {
    return OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.slow(node, lasts, 1 / speed);
  }
}
