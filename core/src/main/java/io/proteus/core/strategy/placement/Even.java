package io.proteus.core.strategy.placement;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The quantity that {@link Spread} balances. */
public enum Even {
  /** requests; where there are none, partitions */
  LOAD,
  /** partitions */
  COUNT,
  /**
   * the larger of a partition's shares of the requests and of the bytes in use; without requests,
   * the number of partitions. Where disks are the limit, a waiting partition answers less and looks
   * light, so requests alone would mislead
   */
  DATA;

  /** The weight of each of these. */
  ToDoubleFunction<Load> among(List<Load> loads) {
    return switch (this) {
      case LOAD -> Load::cost;
      case COUNT -> load -> 1;
      case DATA -> largerShare(loads);
    };
  }

  private static ToDoubleFunction<Load> largerShare(List<Load> loads) {
    double cost = 0;
    double bytes = 0;
    for (Load load : loads) {
      if (load.cost() > 0) {
        cost += load.cost();
        bytes += load.bytes();
      }
    }
    double allCost = cost;
    // where nothing is stored, nothing of it is anybody's share
    double allBytes = Math.max(1, bytes);
    return load -> load.cost() > 0 ? Math.max(load.cost() / allCost, load.bytes() / allBytes) : 0;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
