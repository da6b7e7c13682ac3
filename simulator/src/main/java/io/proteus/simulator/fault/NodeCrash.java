package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A node's process dies; the store gives its partitions to others. Its machine goes on, and so do
 * the copies of files and logs on it.
 *
 * @param backAfter when somebody starts it again; null: never
 */
@Section(
    "a node's process dies, its machine and the copies on it stay; the store notices after 30 s,"
        + " takes it for alive until then, and gives its partitions to others")
public record NodeCrash(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "number of the node, from 0", zero = true) int node,
    @Key(doc = "when somebody starts it again") @Nullable Duration backAfter)
    implements Fault {
  @Override
  public OptionalInt strikesNode() {
    return OptionalInt.of(node);
  }

  @Override
  public void strike(FaultTarget target) {
    target.crash(node, backAfter);
  }
}
