package io.proteus.core.strategy.placement;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What {@link Spread} spreads evenly. */
public enum Even {
  /** requests; where there are none, partitions */
  LOAD,
  /** partitions */
  COUNT,
  /**
   * the larger of a partition's shares of the requests and of the bytes of all that are in use;
   * where there are no requests, partitions. Where disks are the limit, whoever waits for one is
   * answered less often and looks light, so that requests alone point the wrong way
   */
  DATA;

  /** What each of these weighs. */
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
