package io.proteus.controller;

import io.proteus.core.port.Holder;
import org.jspecify.annotations.Nullable;

/**
 * Who leads a cluster, as far as this Proteus knows.
 *
 * @param leads whether this Proteus does
 * @param epoch of its claim; 0 when it never had one
 * @param leader who does; null when nobody does or it cannot be told
 * @param problem why it cannot be told; null when it can
 */
public record Leadership(
    boolean leads, long epoch, @Nullable Holder leader, @Nullable String problem) {
  /** Before anybody has looked. */
  public static final Leadership UNKNOWN = new Leadership(false, 0, null, null);
}
