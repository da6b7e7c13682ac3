package io.proteus.cloud.local;

import org.jspecify.annotations.Nullable;

/**
 * The result of a cap that was asked for.
 *
 * @param wanted what was asked for
 * @param hindrance why it does not hold (the group runs uncapped), or null when it does
 */
public record Capping(String group, ResourceCap wanted, @Nullable String hindrance) {

  public boolean holds() {
    return hindrance == null;
  }

  /** A sentence for the operator. */
  @Override
  public String toString() {
    return holds()
        ? "%s: %s".formatted(group, wanted)
        : "%s: wanted %s, runs uncapped: %s".formatted(group, wanted, hindrance);
  }
}
