package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;
import java.util.OptionalInt;

/** A node's machine is gone for good, and with it every copy of files and logs that it had. */
@Section(
    "a node's machine is gone for good, with every copy of files and logs on it; who loses two of"
        + " them within 11 minutes loses what only they had")
public record MachineLost(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "number of the node, from 0", zero = true) int node)
    implements Fault {
  @Override
  public OptionalInt strikesNode() {
    return OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.loseMachine(node);
  }
}
