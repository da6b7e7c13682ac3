package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the machines of a cluster cost an hour, in the operator's currency.
 *
 * @param perHour by the node that is to be on each; those whose price is not known are not in it
 * @param ofNext what one more machine would cost; null where that is not known, which is not zero
 */
public record MachinePrices(SortedMap<NodeId, BigDecimal> perHour, @Nullable BigDecimal ofNext) {
  public static final MachinePrices UNKNOWN = new MachinePrices(Collections.emptySortedMap(), null);

  public MachinePrices {
    SortedMap<NodeId, BigDecimal> prices = new TreeMap<>();
    perHour.forEach((node, price) -> prices.put(node, price(node.value(), price)));
    perHour = Collections.unmodifiableSortedMap(prices);
    ofNext = ofNext == null ? null : price("one more machine", ofNext);
  }

  private static BigDecimal price(String whose, BigDecimal price) {
    if (price.signum() < 0) {
      throw new InvalidValue("%s: want a price of 0 or more, got %s.".formatted(whose, price));
    }
    return MoneyPerHour.plain(price);
  }

  /** Empty where it is not known. */
  public Optional<BigDecimal> of(NodeId node) {
    return Optional.ofNullable(perHour.get(node));
  }

  /** What one more machine would cost; empty where that is not known. */
  public Optional<BigDecimal> ofOneMore() {
    return Optional.ofNullable(ofNext);
  }

  /** Whether nothing is known. */
  public boolean saysNothing() {
    return perHour.isEmpty() && ofNext == null;
  }
}
