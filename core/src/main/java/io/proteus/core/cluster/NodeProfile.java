package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A way to configure a node for one kind of work (MET-12), in terms that are not those of one
 * store: its engine translates each part into its own settings, or the store lacks the part.
 *
 * @param name what operators call it: read, write, read-write, scan, {@value #AS_IT_IS}, {@value
 *     #BY_POLICY}
 * @param memory the shares of a node's memory for reads and for writes; null where nothing is asked
 *     of it
 * @param blockSize size of the blocks in which the node's tables are read; null where nothing is
 *     asked of it
 */
public record NodeProfile(String name, @Nullable MemorySplit memory, @Nullable ByteSize blockSize) {
  /** The name of what a policy of settings asks for. */
  public static final String BY_POLICY = "by policy";

  /** The name of what stays as it is. */
  public static final String AS_IT_IS = "as it is";

  /**
   * The profile of a node that stays as it is: its memory is divided as before, and nothing else is
   * asked for.
   */
  public static NodeProfile asItIs(@Nullable MemorySplit memory) {
    return new NodeProfile(AS_IT_IS, memory, null);
  }

  /** Whether a node may be configured in any way. */
  public boolean asksNothing() {
    return memory == null && blockSize == null;
  }

  /** The parts of the profile that a store has. */
  public NodeProfile within(ProfileParts parts) {
    return new NodeProfile(
        parts.memory() || parts.blocks() ? name : AS_IT_IS,
        parts.memory() ? memory : null,
        parts.blocks() ? blockSize : null);
  }

  @Override
  public String toString() {
    String parts =
        Stream.of(memory, blockSize == null ? null : "blocks " + blockSize)
            .filter(Objects::nonNull)
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? name : "%s (%s)".formatted(name, parts);
  }
}
