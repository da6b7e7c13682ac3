package io.proteus.simulator.model;

import java.util.List;

/**
 * What an LRU cache holds in the long run, by the characteristic time approximation (Che, Tung and
 * Wang 2002) under independent references: an item is there if it was asked for within the last T
 * seconds, and T is such that all that is there fits.
 */
public final class CharacteristicTime {
  private static final int HALVINGS = 50;

  private CharacteristicTime() {}

  /**
   * Items of one size that are asked for equally often.
   *
   * @param items how many
   * @param itemBytes size of each
   * @param perSecond how often each is asked for
   */
  public record Items(double items, double itemBytes, double perSecond) {
    double bytesHeld(double seconds) {
      return items * itemBytes * heldShare(seconds);
    }

    /** Share of the items that was asked for within so many seconds. */
    public double heldShare(double seconds) {
      return -Math.expm1(-perSecond * seconds);
    }
  }

  /** T in seconds; infinite where everything that is asked for fits. */
  public static double of(List<Items> all, double capacityBytes) {
    double wanted = 0;
    double fastest = 0;
    double slowest = Double.POSITIVE_INFINITY;
    for (Items items : all) {
      if (items.perSecond() > 0) {
        wanted += items.items() * items.itemBytes();
        fastest = Math.max(fastest, items.perSecond());
        slowest = Math.min(slowest, items.perSecond());
      }
    }
    if (wanted <= capacityBytes) {
      return Double.POSITIVE_INFINITY;
    }
    double low = 0;
    double high = 40 / slowest;
    for (int i = 0; i < HALVINGS && high - low > 1e-6 * high; i++) {
      double middle = (low + high) / 2;
      double held = 0;
      for (Items items : all) {
        held += items.bytesHeld(middle);
      }
      if (held > capacityBytes) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return fastest > 0 ? (low + high) / 2 : Double.POSITIVE_INFINITY;
  }
}
