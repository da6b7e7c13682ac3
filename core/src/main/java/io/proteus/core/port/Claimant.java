package io.proteus.core.port;

import org.jspecify.annotations.Nullable;

/**
 * A Proteus that claims a cluster.
 *
 * @param who shown to whoever comes second
 * @param url where it answers; null when it is no daemon
 */
public record Claimant(String who, @Nullable String url) {
  /** A claimant without an address. */
  public static Claimant of(String who) {
    return new Claimant(who, null);
  }

  @Override
  public String toString() {
    return url == null ? who : "%s at %s".formatted(who, url);
  }
}
