package io.proteus.core.strategy.scaling;

import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.MoneyPerHour;
import io.proteus.core.cluster.Topology;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What the machines of a forecast's horizon cost, in the operator's currency.
 *
 * <p>Which nodes go is decided later, so one that goes is taken to cost the mean.
 */
record HorizonCost(double money) {

  /**
   * The cost of so many nodes in each step.
   *
   * @param hours that one step lasts
   * @return empty where a price that it takes is not known
   */
  static Optional<HorizonCost> of(Topology now, int[] sizes, double hours) {
    MoneyPerHour present = now.costs();
    MachinePrices prices = now.prices();
    int nodes = now.nodes().size();
    if (nodes == 0 || present.unknown() > 0) {
      return Optional.empty();
    }
    double sum = 0;
    for (int size : sizes) {
      Optional<BigDecimal> more = size > nodes ? prices.ofOneMore() : Optional.of(BigDecimal.ZERO);
      if (more.isEmpty()) {
        return Optional.empty();
      }
      double known = present.known().doubleValue();
      sum +=
          hours
              * (size > nodes
                  ? known + (size - nodes) * more.get().doubleValue()
                  : known * size / nodes);
    }
    return Optional.of(new HorizonCost(sum));
  }
}
