package io.proteus.core.port;

/**
 * Who holds the sole right to act on a cluster.
 *
 * @param who as it was given when it was claimed
 * @param since when, in words
 * @param epoch of the claim
 */
public record Holder(String who, String since, long epoch) {
  @Override
  public String toString() {
    return "%s, since %s".formatted(who, since);
  }
}
