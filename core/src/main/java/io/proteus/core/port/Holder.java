package io.proteus.core.port;

import org.jspecify.annotations.Nullable;

/**
 * The holder of the sole right to act on a cluster.
 *
 * @param who as it was given when it was claimed
 * @param since when, in words
 * @param epoch of the claim
 * @param url where the holder answers; null when that is not known, or it is no daemon
 */
public record Holder(String who, String since, long epoch, @Nullable String url) {
  /** A holder whose address is not known. */
  public Holder(String who, String since, long epoch) {
    this(who, since, epoch, null);
  }

  @Override
  public String toString() {
    return "%s, since %s".formatted(new Claimant(who, url), since);
  }
}
