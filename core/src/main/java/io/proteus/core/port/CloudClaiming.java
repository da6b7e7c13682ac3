package io.proteus.core.port;

/**
 * A claim of the cluster that is kept where its nodes run, and not beside the store.
 *
 * @param key the setting that asked for it
 */
public record CloudClaiming(String key, Claiming claiming) {

  /**
   * What is asked in place of the store's own claims.
   *
   * @param ofStore told of each claim that is granted, as its orders in the background ask it
   * @throws PortException where the store keeps the claim itself
   */
  public Claiming inPlaceOf(Claiming ofStore) throws PortException {
    return ofStore
        .grantedBy(claiming)
        .orElseThrow(
            () ->
                new PortException(
                    "%s: this store keeps the claim itself, where every Proteus that reaches it looks for it. Take the setting out."
                        .formatted(key)));
  }
}
